// One handler for two classes, and an exception that is thrown again.
// BRAID: verify => invalid line 9 throws java.lang.ArithmeticException
// JAVA: prints
package exceptions;

public class MultiCatch {
    static int run(int[] a, int i, int d) {
        try {
            return a[i] / d; // fails
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            System.out.println(e instanceof NullPointerException);
            return -1;
        } catch (RuntimeException e) {
            System.out.println("again");
            throw e;
        }
    }

    public static void main(String[] args) {
        System.out.println(run(new int[] {8}, 0, 2));
        System.out.println(run(null, 0, 2));
        System.out.println(run(new int[] {8}, 1, 2));
        System.out.println(run(new int[] {8}, 0, 0));
    }
}
