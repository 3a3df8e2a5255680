// run called directly runs in the calling thread: nothing happens at the same time.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class RunDirectly {
    static int count;
    static Thread seen;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            count++;
            seen = Thread.currentThread();
        });
        t.run();
        t.run();
        System.out.println(count + " " + (seen == Thread.currentThread()) + " " + t.isAlive());
        assert count == 2 && seen != t;
    }
}
