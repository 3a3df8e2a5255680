// A thread is alive between its start and its end.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class Alive {
    public static void main(String[] args) throws InterruptedException {
        Object gate = new Object();
        boolean during;
        Thread t = new Thread(() -> {
            synchronized (gate) {
            }
        });
        boolean before = t.isAlive();
        synchronized (gate) {
            t.start();
            during = t.isAlive();
        }
        t.join();
        System.out.println(before + " " + during + " " + t.isAlive());
        assert !before && during && !t.isAlive();
    }
}
