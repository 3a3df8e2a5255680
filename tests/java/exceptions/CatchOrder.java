// The first handler whose class fits is taken, and handlers are tried from inside to outside.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class CatchOrder {
    static class Special extends RuntimeException {
        Special(String message) {
            super(message);
        }
    }

    static String run(int kind) {
        try {
            try {
                if (kind == 0) {
                    throw new Special("special");
                } else if (kind == 1) {
                    throw new IllegalStateException("state");
                } else if (kind == 2) {
                    throw new Error("error");
                }
                return "none";
            } catch (Special e) {
                return "inner " + e.getMessage();
            }
        } catch (RuntimeException e) {
            return "outer " + e.getMessage();
        } catch (Throwable e) {
            return "last " + e.getMessage();
        }
    }

    public static void main(String[] args) {
        for (int kind = 0; kind < 4; kind++) {
            System.out.println(run(kind));
        }
        assert run(1).equals("outer state");
    }
}
