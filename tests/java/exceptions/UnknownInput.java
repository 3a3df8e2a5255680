// Which inputs throw? Only those that no check stops.
// BRAID: verify --entry exceptions.UnknownInput.ratio => invalid line 9 throws java.lang.ArithmeticException
// BRAID: verify --entry exceptions.UnknownInput.checked => valid
// JAVA: never
package exceptions;

public class UnknownInput {
    static int ratio(int a, int b) {
        return 100 * a / (a - b); // fails
    }

    static int checked(int a, int b) {
        try {
            return 100 * a / (a - b);
        } catch (ArithmeticException e) {
            assert a == b;
            return 0;
        }
    }
}
