// Dining philosophers: each takes the left fork, then the right one.
//
//   braid verify examples/java/Philosophers.java
//
// Braid answers: deadlock. Each has a left fork and waits for the next one's.
public class Philosophers {
    static final int COUNT = 4;

    public static void main(String[] args) {
        Object[] forks = new Object[COUNT];
        for (int i = 0; i < COUNT; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < COUNT; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % COUNT];
            new Thread(() -> dine(left, right), "philosopher " + i).start();
        }
    }

    static void dine(Object left, Object right) {
        synchronized (left) {
            synchronized (right) {
                System.out.println(Thread.currentThread().getName() + " eats");
            }
        }
    }
}
