// Peterson's algorithm: whoever wants to enter does, if the scheduler is fair.
// BRAID: verify --fair --ltl '[](Peterson.wants0 -> <>Peterson.inside0)' => valid
// BRAID: verify --fair --ltl '[](Peterson.main@21 -> <>Peterson.main@27)' => valid
// BRAID: verify --ltl '[](Peterson.wants0 -> <>Peterson.inside0)' => invalid
// BRAID: verify --ltl '[]!(Peterson.inside0 && Peterson.inside1)' => valid
// BRAID: verify --fair --ltl 'always(!Peterson.inside1)' => invalid
// JAVA: never
package temporal;

public class Peterson {
    private static volatile boolean wants0;
    private static volatile boolean wants1;
    private static volatile boolean inside0;
    private static volatile boolean inside1;
    private static volatile int turn;

    public static void main(String[] args) {
        new Thread(() -> other()).start();
        while (true) {
            wants0 = true;
            turn = 1;
            while (wants1 && turn == 1) {
                Thread.onSpinWait();
            }
            inside0 = true;
            inside0 = false;
            wants0 = false;
        }
    }

    private static void other() {
        while (true) {
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) {
                Thread.onSpinWait();
            }
            inside1 = true;
            inside1 = false;
            wants1 = false;
        }
    }
}
