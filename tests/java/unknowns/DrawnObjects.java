// Objects that harnesses for JBMC draw: inputs, but only one from each call.
// BRAID: verify --entry unknowns.DrawnObjects.aliases => invalid line 21 throws java.lang.AssertionError
// BRAID: verify --entry unknowns.DrawnObjects.there => valid
// BRAID: verify --entry unknowns.DrawnObjects.colour => invalid line 32 throws java.lang.AssertionError
// BRAID: verify --entry unknowns.DrawnObjects.twice => unknown reason a second object
// BRAID: verify => invalid line 44 throws java.lang.NullPointerException
// JAVA: never
package unknowns;

import org.cprover.CProver;

public class DrawnObjects {
    enum Colour { RED, GREEN }

    int value;

    static void aliases(DrawnObjects other) {
        DrawnObjects made = CProver.nondetWithoutNull();
        if (other != null) {
            made.value = 1;
            assert other.value != 1 || other == made; // fails
        }
    }

    static void there() {
        int[] numbers = CProver.nondetWithoutNull();
        assert numbers.length >= 0;
    }

    static void colour() {
        Colour c = CProver.nondetWithoutNull();
        assert c == Colour.RED; // fails
    }

    static void twice() {
        for (int i = 0; i < 2; i++) {
            String text = CProver.nondetWithoutNull();
            assert text.length() >= 0;
        }
    }

    public static void main(String[] args) {
        DrawnObjects made = CProver.nondetWithNull();
        made.value = 1; // fails
    }
}
