// An exception that is caught is no violation, whatever was thrown.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class CaughtAndForgotten {
    static int attempts(Runnable... all) {
        int failed = 0;
        for (Runnable r : all) {
            try {
                r.run();
            } catch (Throwable e) {
                System.out.println(e.getClass().getName());
                failed++;
            }
        }
        return failed;
    }

    public static void main(String[] args) {
        Object text = "text";
        int[] none = {};
        int failed = attempts(
                () -> System.out.println((Integer) text),
                () -> System.out.println(none[0]),
                () -> System.out.println(1 / none.length),
                () -> System.out.println(text.toString().charAt(9)),
                () -> { throw new StackOverflowError(); },
                () -> { assert none.length > 0; });
        System.out.println(failed);
        assert failed == 6;
    }
}
