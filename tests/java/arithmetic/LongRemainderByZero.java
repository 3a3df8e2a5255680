// The remainder of a long by zero throws, too, while that of a double is NaN.
// BRAID: verify => invalid line 11 throws java.lang.ArithmeticException
// JAVA: prints
package arithmetic;

public class LongRemainderByZero {
    public static void main(String[] args) {
        double nothing = 1.0 % 0.0;
        System.out.println(nothing != nothing);
        long zero = 0;
        System.out.println(5L % zero); // fails
    }
}
