// Unboxing null is a NullPointerException where no method is to be seen.
// BRAID: verify => invalid line 20 throws java.lang.NullPointerException
// JAVA: prints
package boxing;

public class UnboxNull {
    static Integer find(int[] keys, int key) {
        for (int k : keys) {
            if (k == key) {
                return k * 10;
            }
        }
        return null;
    }

    public static void main(String[] args) {
        int[] keys = {1, 2, 3};
        int two = find(keys, 2);
        System.out.println(two);
        int four = find(keys, 4); // fails
        System.out.println(four);
    }
}
