// An initialiser that throws: an ExceptionInInitializerError first, a NoClassDefFoundError ever after.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class Failing {
    static int zero;

    static class Bad {
        static final int VALUE = 1 / zero;

        static void touch() {
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            try {
                Bad.touch();
                assert false;
            } catch (ExceptionInInitializerError e) {
                System.out.println("first: " + (e.getCause() instanceof ArithmeticException));
            } catch (NoClassDefFoundError e) {
                System.out.println("later");
            }
        }
    }
}
