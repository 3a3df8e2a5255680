// A thread starts another and does not wait for it: main has to know.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class ThreadsMakeThreads {
    static volatile Thread inner;
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread outer = new Thread(() -> {
            Thread t = new Thread(() -> value = 3);
            inner = t;
            t.start();
        });
        outer.start();
        outer.join();
        inner.join();
        System.out.println(value);
        assert value == 3;
    }
}
