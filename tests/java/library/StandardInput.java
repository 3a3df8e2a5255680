// Standard input has any bytes, and ends at any time.
// BRAID: verify => invalid line 13 throws java.lang.AssertionError
// JAVA: never
package library;

import java.io.IOException;

public class StandardInput {
    public static void main(String[] args) throws IOException {
        int first = System.in.read();
        assert first >= -1 && first <= 255;
        int second = System.in.read();
        assert first != 'x' || second != -1; // fails
    }
}
