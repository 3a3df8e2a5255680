// Three philosophers, each with the left fork.
// BRAID: verify => deadlock cycle 3
// JAVA: may hang
package deadlocks;

public class ThreeInACircle {
    public static void main(String[] args) {
        Object[] forks = {new Object(), new Object(), new Object()};
        for (int i = 0; i < 3; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % 3];
            new Thread(() -> {
                synchronized (left) {
                    synchronized (right) {
                        System.out.println("eats");
                    }
                }
            }).start();
        }
    }
}
