// Two threads take turns: each waits until it is its turn, works, and passes the turn on.
//
// Whether the work gets done is a question about executions that go on for ever. Nobody promises
// that a thread that could run is ever chosen, so that the main thread may wait in vain:
//
//   braid verify examples/java/Turn.java --ltl '<> (Turn.served == 4)'
//
// Braid answers: invalid. The main thread looks at `turn` again and again, and Ann never runs.
//
// If every thread that can run does so again and again, all four are served:
//
//   braid verify examples/java/Turn.java --ltl '<> (Turn.served == 4)' --fair
//
// Braid answers: valid.
public class Turn {
    static volatile int turn;
    static volatile int served;

    static void serve(int mine, int other) {
        for (int i = 0; i < 2; i++) {
            while (turn != mine) {
                Thread.yield();
            }
            served++;
            turn = other;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread ann = new Thread(() -> serve(0, 1), "Ann");
        ann.start();
        serve(1, 0);
        ann.join();
    }
}
