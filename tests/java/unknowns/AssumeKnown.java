// Assumptions about what is known: one that holds changes nothing, one that fails ends the path.
// BRAID: verify => valid
// JAVA: never
package unknowns;

import braid.Any;

public class AssumeKnown {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(args.length == 0);
        if (x > 10) {
            Any.assume(args.length == 1);
            assert false;
        }
        assert x <= 10;
    }
}
