// A copy of an array is of the class of the array, whatever its declared type is.
// BRAID: verify => invalid line 20 throws java.lang.ArrayStoreException
// JAVA: prints
package arrays;

public class CloneKeepsClass {
    public static void main(String[] args) {
        Object[] all = new Number[] {1, 2L};
        Object[] copy = all.clone();
        assert copy != all && copy instanceof Number[] && !(copy instanceof Integer[]);
        assert copy.getClass() == Number[].class && copy[1] == all[1];
        Object[][] rows = new String[2][1];
        Object[][] shallow = rows.clone();
        assert shallow instanceof String[][] && shallow[0] == rows[0];
        int[] numbers = {1, 2};
        int[] more = numbers.clone();
        more[0] = 5;
        assert numbers[0] == 1 && more[1] == 2;
        System.out.println(copy.getClass().getName() + " " + more.getClass().getSimpleName());
        copy[0] = "text"; // fails
    }
}
