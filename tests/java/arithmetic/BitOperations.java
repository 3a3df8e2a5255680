// And, or, exclusive or and complement, of int, long and boolean.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class BitOperations {
    static boolean called;

    static boolean call() {
        called = true;
        return true;
    }

    public static void main(String[] args) {
        int a = 0b1100;
        int b = 0b1010;
        System.out.println((a & b) + " " + (a | b) + " " + (a ^ b) + " " + ~a);
        long x = 0xff00ff00ff00ff00L;
        long y = 0x0ff00ff00ff00ff0L;
        System.out.println((x & y) + " " + (x | y) + " " + (x ^ y) + " " + ~x);
        boolean no = false;
        System.out.println((no & call()) + " " + called + " " + (true ^ no) + " " + (no | true));
        assert called;
        called = false;
        assert !(no && call()) && !called;
        int swapA = 5;
        int swapB = 9;
        swapA ^= swapB;
        swapB ^= swapA;
        swapA ^= swapB;
        assert swapA == 9 && swapB == 5;
    }
}
