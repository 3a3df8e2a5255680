// A constructor as entry: any arguments, and fields that are zero before.
// BRAID: verify --entry classes.ConstructorEntry.<init>(int) => invalid line 13 throws java.lang.AssertionError
// BRAID: verify --entry classes.ConstructorEntry.<init>(boolean) => valid
// JAVA: never
package classes;

public class ConstructorEntry {
    private int size;

    ConstructorEntry(int wanted) {
        assert size == 0;
        size = wanted < 0 ? -wanted : wanted;
        assert size >= 0; // fails
    }

    ConstructorEntry(boolean isLarge) {
        this.size = isLarge ? 100 : 1;
        assert size > 0;
    }
}
