// An int divided by zero is an ArithmeticException that leaves main.
// BRAID: verify => invalid line 8 throws java.lang.ArithmeticException
// JAVA: prints
package arithmetic;

public class DivisionByZero {
    static int divide(int a, int b) {
        return a / b; // fails
    }

    public static void main(String[] args) {
        System.out.println(divide(10, 2));
        System.out.println(divide(10, 5 - 5));
    }
}
