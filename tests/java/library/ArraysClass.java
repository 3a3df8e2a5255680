// java.util.Arrays: fill, equals, copies, text, sort.
// BRAID: verify => valid
// JAVA: prints
package library;

import java.util.Arrays;

public class ArraysClass {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1};
        int[] b = Arrays.copyOf(a, 6);
        Arrays.sort(a);
        System.out.println(Arrays.toString(a) + " " + Arrays.toString(b) + " "
                + Arrays.toString(Arrays.copyOfRange(b, 1, 3)));
        Arrays.fill(b, 7);
        System.out.println(Arrays.hashCode(a) + " " + Arrays.equals(a, b) + " "
                + Arrays.equals(a, a.clone()) + " " + Arrays.equals(null, (int[]) null));
        String[] words = {"x", null};
        String[] more = Arrays.copyOf(words, 3);
        System.out.println(Arrays.toString(more) + " " + Arrays.toString((Object[]) null));
        try {
            Arrays.fill(a, 3, 9, 0);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        assert b[5] == 7 && Arrays.toString(new char[0]).equals("[]");
    }
}
