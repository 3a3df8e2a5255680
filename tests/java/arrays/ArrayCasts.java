// Casts between array types look at the class of the array, not at its elements.
// BRAID: verify => invalid line 12 throws java.lang.ClassCastException
// JAVA: prints
package arrays;

public class ArrayCasts {
    public static void main(String[] args) {
        Object[] strings = new String[] {"a"};
        String[] back = (String[]) strings;
        System.out.println(back[0]);
        Object[] objects = new Object[] {"a"};
        String[] wrong = (String[]) objects; // fails
        System.out.println(wrong[0]);
    }
}
