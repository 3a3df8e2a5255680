// The error of an initialiser leaves main.
// BRAID: verify => invalid throws java.lang.ExceptionInInitializerError
// JAVA: prints
package initialisers;

public class FailingUncaught {
    static class Bad {
        static int[] table = new int[-1];
    }

    public static void main(String[] args) {
        System.out.println("before");
        System.out.println(Bad.table.length);
    }
}
