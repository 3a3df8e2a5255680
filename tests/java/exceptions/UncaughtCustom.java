// An exception class of the program's own leaves main.
// BRAID: verify => invalid line 15 throws exceptions.UncaughtCustom$Broken
// JAVA: prints
package exceptions;

public class UncaughtCustom {
    static class Broken extends RuntimeException {
        Broken(int code) {
            super("code " + code);
        }
    }

    static void check(int code) {
        if (code > 2) {
            throw new Broken(code); // fails
        }
    }

    public static void main(String[] args) {
        int code = 0;
        while (true) {
            System.out.println(code);
            check(code++);
        }
    }
}
