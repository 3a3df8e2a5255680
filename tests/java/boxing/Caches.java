// Small boxed numbers are shared objects, others are made anew.
// BRAID: verify => valid
// JAVA: prints
package boxing;

public class Caches {
    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Integer c = 128;
        Integer d = 128;
        Long e = -128L;
        Long f = -128L;
        Long g = -129L;
        Long h = -129L;
        Character x = 'x';
        Character y = 'x';
        Character o = '\u0100';
        Character p = '\u0100';
        Byte m = (byte) 5;
        Byte n = (byte) 5;
        Short s = (short) 1000;
        Short t = (short) 1000;
        System.out.println((a == b) + " " + (c == d) + " " + (e == f) + " " + (g == h) + " "
                + (x == y) + " " + (o == p) + " " + (m == n) + " " + (s == t));
        System.out.println(c.equals(d) + " " + c.equals(128L) + " " + (c >= d && c <= d));
        Boolean yes = true;
        assert yes == Boolean.TRUE && Boolean.valueOf("true") == yes;
    }
}
