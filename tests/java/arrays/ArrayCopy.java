// System.arraycopy: overlapping parts, wrong ranges, wrong types.
// BRAID: verify => valid
// JAVA: prints
package arrays;

public class ArrayCopy {
    static void show(int[] a) {
        String text = "";
        for (int value : a) {
            text += value + ",";
        }
        System.out.println(text);
    }

    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4, 5};
        System.arraycopy(a, 0, a, 1, 4);
        show(a);
        int[] b = {1, 2, 3, 4, 5};
        System.arraycopy(b, 1, b, 0, 4);
        show(b);
        try {
            System.arraycopy(a, 3, b, 0, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy(a, 0, new long[5], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        Object[] mixed = {"x", "y", 3};
        String[] strings = new String[3];
        try {
            System.arraycopy(mixed, 0, strings, 0, 3);
        } catch (ArrayStoreException e) {
            System.out.println(strings[0] + strings[1] + strings[2]);
        }
        assert strings[2] == null;
    }
}
