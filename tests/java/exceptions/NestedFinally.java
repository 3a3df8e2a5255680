// try within catch within finally.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class NestedFinally {
    static void say(String text) {
        System.out.println(text);
    }

    static int run(int depth) {
        try {
            if (depth == 0) {
                throw new IllegalStateException("bottom");
            }
            return run(depth - 1) + 1;
        } catch (IllegalStateException e) {
            say("catch " + depth);
            try {
                if (depth < 2) {
                    throw e;
                }
            } finally {
                say("inner finally " + depth);
            }
            return 100;
        } finally {
            say("finally " + depth);
        }
    }

    public static void main(String[] args) {
        int result = run(3);
        System.out.println(result);
        assert result == 101;
    }
}
