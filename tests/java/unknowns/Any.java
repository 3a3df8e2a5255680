// Unknown values of every type, within what is assumed of them.
// BRAID: verify => valid
// JAVA: never
package unknowns;

public class Any {
    public static void main(String[] args) {
        int i = braid.Any.anInt(-5, 5);
        long l = braid.Any.aLong();
        braid.Any.assume(l > 10);
        byte b = braid.Any.aByte();
        char c = braid.Any.aChar();
        short s = braid.Any.aShort();
        boolean z = braid.Any.aBoolean();
        assert i >= -5 && i <= 5;
        assert l - 11 >= 0;
        assert b >= -128 && b <= 127;
        assert c >= 0 && c <= 65535;
        assert s >= -32768 && s <= 32767;
        assert z || !z;
        assert (z ? 1 : 0) <= 1;
    }
}
