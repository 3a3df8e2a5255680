// Two threads start the same third one: one of them is told that it runs already.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class StartedOnce {
    static int refused;

    static synchronized void refuse() {
        refused++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread third = new Thread(() -> { });
        Runnable starter = () -> {
            try {
                third.start();
            } catch (IllegalThreadStateException e) {
                refuse();
            }
        };
        Thread first = new Thread(starter);
        first.start();
        starter.run();
        first.join();
        third.join();
        System.out.println(refused);
        assert refused == 1;
    }
}
