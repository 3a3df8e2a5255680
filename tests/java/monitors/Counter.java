// A counter in a synchronized method: no update is lost.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class Counter {
    private int count;

    synchronized void increment() {
        count++;
    }

    synchronized int get() {
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        Counter c = new Counter();
        Thread a = new Thread(c::increment);
        Thread b = new Thread(c::increment);
        a.start();
        b.start();
        c.increment();
        a.join();
        b.join();
        System.out.println(c.get());
        assert c.get() == 3;
    }
}
