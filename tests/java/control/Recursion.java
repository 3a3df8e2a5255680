// Recursive methods: factorials as ints and longs, Ackermann's function, mutual recursion.
// BRAID: verify => valid
// JAVA: prints
package control;

public class Recursion {
    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static long longFactorial(int n) {
        return n <= 1 ? 1 : n * longFactorial(n - 1);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    public static void main(String[] args) {
        System.out.println(factorial(13) + " " + longFactorial(20) + " " + ackermann(2, 3));
        assert even(10) && odd(7) && !even(7);
    }
}
