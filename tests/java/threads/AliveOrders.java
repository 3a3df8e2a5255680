// A thread that is seen to have ended has done all it did before: no race.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class AliveOrders {
    static int value;

    public static void main(String[] args) {
        Thread t = new Thread(() -> value = 5);
        t.start();
        if (!t.isAlive()) {
            assert value == 5;
        }
        System.out.println("done");
    }
}
