// The absolute value of an int may be negative: a hash taken modulo a size is then no index.
// BRAID: verify --entry arithmetic.AbsOverflow.bucket => invalid line 9 throws java.lang.AssertionError
// JAVA: never
package arithmetic;

public class AbsOverflow {
    static int bucket(int hash) {
        int index = Math.abs(hash) % 10;
        assert index >= 0; // fails
        return index;
    }
}
