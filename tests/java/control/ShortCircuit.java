// && and || leave out what does not matter; & and | do not.
// BRAID: verify => valid
// JAVA: prints
package control;

public class ShortCircuit {
    static int calls;

    static boolean yes() {
        calls++;
        return true;
    }

    static boolean no() {
        calls++;
        return false;
    }

    public static void main(String[] args) {
        boolean a = no() && yes();
        boolean b = yes() || no();
        System.out.println(calls);
        boolean c = no() & yes();
        boolean d = yes() | no();
        System.out.println(calls);
        String s = null;
        assert s == null || s.length() > 0;
        assert !a && b && !c && d && calls == 6;
        boolean e = !(yes() && !no()) ? calls > 100 : calls == 8;
        assert e;
    }
}
