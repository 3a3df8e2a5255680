// What a thread did is seen after join.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class StartAndJoin {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            @Override
            public void run() {
                value = 42;
            }
        };
        t.start();
        t.join();
        System.out.println(value);
        assert value == 42;
    }
}
