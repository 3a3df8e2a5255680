// The same philosophers, the last one with the other hand first.
// BRAID: verify => valid
// JAVA: prints
package deadlocks;

public class Ordered {
    static int meals;

    public static void main(String[] args) throws InterruptedException {
        Object[] forks = {new Object(), new Object(), new Object()};
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            Object first = forks[i < 2 ? i : 0];
            Object second = forks[i < 2 ? i + 1 : 2];
            threads[i] = new Thread(() -> {
                synchronized (first) {
                    synchronized (second) {
                        eat();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(meals);
        assert meals == 3;
    }

    static synchronized void eat() {
        meals++;
    }
}
