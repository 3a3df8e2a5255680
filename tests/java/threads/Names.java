// Threads have names: given, numbered, changed; main is called main.
// BRAID: verify => valid
// JAVA: prints alone
package threads;

public class Names {
    static String inside;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> inside = Thread.currentThread().getName());
        Thread b = new Thread("given");
        Thread c = new Thread(() -> { });
        c.setName("changed");
        a.start();
        a.join();
        System.out.println(Thread.currentThread().getName() + " " + a.getName() + " " + b.getName()
                + " " + c.getName() + " " + inside);
        assert inside.equals("Thread-0") && new Thread().getName().equals("Thread-2");
    }
}
