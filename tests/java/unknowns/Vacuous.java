// An assumption that nothing fulfils: nothing can fail after it.
// BRAID: verify => valid vacuous
// JAVA: never
package unknowns;

public class Vacuous {
    public static void main(String[] args) {
        int x = braid.Any.anInt(1, 5);
        braid.Any.assume(x > 9);
        assert false;
    }
}
