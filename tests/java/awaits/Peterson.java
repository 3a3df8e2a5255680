// Two flags and a turn, all volatile.
// BRAID: verify => valid
// JAVA: prints
package awaits;

public class Peterson {
    private static volatile boolean wants0;
    private static volatile boolean wants1;
    private static volatile int turn;
    private static int data;

    private static void first() {
        wants0 = true;
        turn = 1;
        while (wants1 && turn == 1) {
            Thread.onSpinWait();
        }
        data++;
        wants0 = false;
    }

    private static void second() {
        wants1 = true;
        turn = 0;
        while (wants0 && turn == 0) {
            Thread.onSpinWait();
        }
        data++;
        wants1 = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Peterson::second);
        other.start();
        first();
        other.join();
        assert data == 2;
        System.out.println(data);
    }
}
