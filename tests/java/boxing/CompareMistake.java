// == of Integers works in the test and fails in production.
// BRAID: verify => invalid line 13 throws java.lang.AssertionError
// JAVA: prints
package boxing;

public class CompareMistake {
    static boolean same(Integer a, Integer b) {
        return a == b;
    }

    public static void main(String[] args) {
        System.out.println(same(100, 100));
        assert same(1000, 1000); // fails
    }
}
