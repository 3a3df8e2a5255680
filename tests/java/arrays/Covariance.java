// An array of strings is an array of objects, which must not be told everything.
// BRAID: verify => invalid line 13 throws java.lang.ArrayStoreException
// JAVA: prints
package arrays;

public class Covariance {
    public static void main(String[] args) {
        Object[] objects = new String[2];
        objects[0] = "fine";
        objects[1] = null;
        System.out.println(objects[0] + " " + objects[1]);
        Object number = 42;
        objects[1] = number; // fails
    }
}
