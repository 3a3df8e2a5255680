// Peterson's algorithm with volatile variables: one thread at a time is in the critical section.
// BRAID: verify --engine symex --unwind 3 => valid
// JAVA: prints
package threads;

public class Peterson {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int count;

    static void first() {
        wants0 = true;
        turn = 1;
        while (wants1 && turn == 1) {
            Thread.yield();
        }
        count++;
        wants0 = false;
    }

    static void second() {
        wants1 = true;
        turn = 0;
        while (wants0 && turn == 0) {
            Thread.yield();
        }
        count++;
        wants1 = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Peterson::first);
        Thread b = new Thread(Peterson::second);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(count);
        assert count == 2;
    }
}
