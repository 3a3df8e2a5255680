// Boxed numbers in arithmetic, compound assignment, and as the key of a comparison.
// BRAID: verify => valid
// JAVA: prints
package boxing;

public class Arithmetic {
    public static void main(String[] args) {
        Integer i = 5;
        Integer old = i;
        i++;
        i += 10;
        Long l = 1L;
        l <<= 33;
        Double d = 1.5;
        d *= 2;
        Character c = 'a';
        c++;
        System.out.println(i + " " + old + " " + l + " " + (d == 3.0) + " " + c);
        Object o = i;
        System.out.println(o.equals(16) + " " + o.hashCode() + " " + o);
        System.out.println(Integer.compare(3, 5) + " " + i.compareTo(old) + " "
                + Long.hashCode(1L << 32) + " " + Boolean.hashCode(true));
        assert i != old && i == 16;
        Number n = 3.99;
        assert n.intValue() == 3 && n.byteValue() == 3;
    }
}
