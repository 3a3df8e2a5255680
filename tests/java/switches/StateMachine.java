// A small protocol: any three inputs lead to a state that is known; one of the claims is wrong.
// BRAID: verify --entry switches.StateMachine.run => valid
// BRAID: verify --entry switches.StateMachine.wrong => invalid line 32 throws java.lang.AssertionError
// JAVA: never
package switches;

public class StateMachine {
    static int step(int state, int input) {
        switch (state) {
            case 0:
                return input > 0 ? 1 : 0;
            case 1:
                return input == 7 ? 2 : input < 0 ? 0 : 1;
            case 2:
                return 2;
            default:
                throw new IllegalStateException();
        }
    }

    static void run(int a, int b, int c) {
        int state = step(step(step(0, a), b), c);
        assert state >= 0 && state <= 2;
        if (state == 2) {
            assert b == 7 || c == 7;
        }
    }

    static void wrong(int a, int b, int c) {
        int state = step(step(step(0, a), b), c);
        if (state == 2) {
            assert a == 7 || b == 7; // fails
        }
    }
}
