// Rows are checked as well: an int[] is an Object, but no Object[].
// BRAID: verify => valid
// JAVA: prints
package arrays;

public class CovarianceOfRows {
    public static void main(String[] args) {
        Object o = new int[2][2];
        System.out.println(o instanceof Object[]);
        System.out.println(o instanceof int[][]);
        System.out.println(((Object[]) o)[0] instanceof int[]);
        Object[] rows = (Object[]) o;
        rows[0] = new int[7];
        try {
            rows[1] = new long[1];
            assert false;
        } catch (ArrayStoreException e) {
            System.out.println("no longs");
        }
        try {
            rows[1] = new Object[1];
            assert false;
        } catch (ArrayStoreException e) {
            System.out.println("no objects");
        }
        assert ((int[][]) o)[0].length == 7;
        Object[] anything = new Object[1];
        anything[0] = new int[1];
        assert anything[0] instanceof int[] && !(anything[0] instanceof Object[]);
    }
}
