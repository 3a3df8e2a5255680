// Characters are numbers without a sign; char + int is an int.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class CharArithmetic {
    public static void main(String[] args) {
        char c = 'x';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        char zero = 0;
        zero--;
        System.out.println((int) zero);
        int digits = 0;
        for (char d = '0'; d <= '9'; d++) {
            digits = digits * 2 + (d - '0');
        }
        System.out.println(digits);
        assert (char) -1 == Character.MAX_VALUE;
    }
}
