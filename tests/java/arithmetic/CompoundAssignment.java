// A compound assignment casts its result back to the type of the variable.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class CompoundAssignment {
    public static void main(String[] args) {
        byte b = 100;
        b += 100;
        short s = 30000;
        s *= 3;
        char c = 'a';
        c += 1;
        c++;
        int i = 7;
        i *= 1.5;
        i -= 0.5;
        long l = 1;
        l <<= 40;
        l += 0.5f;
        System.out.println(b + " " + s + " " + c + " " + i + " " + l);
        int[] array = {1, 2, 3};
        int k = 0;
        array[k++] += 10 * ++k;
        System.out.println(array[0] + " " + array[1] + " " + array[2] + " " + k);
        assert b == -56 && i == 9;
    }
}
