// A stream of the user's: read into an array calls read, until the end.
// BRAID: verify => valid
// JAVA: prints
package library;

import java.io.IOException;
import java.io.InputStream;

public class OwnStream {
    static class Count extends InputStream {
        private int next = 1;

        public int read() throws IOException {
            if (next == 6) {
                throw new IOException("worn out");
            }
            return next == 4 ? -1 + 0 * next++ : next++;
        }
    }

    public static void main(String[] args) throws IOException {
        byte[] some = new byte[5];
        InputStream stream = new Count();
        int count = stream.read(some);
        assert count == 3 && some[2] == 3 && some[3] == 0;
        System.out.println(count + " " + some[0] + some[1] + some[2] + some[3]);
        System.out.println(stream.read(some, 4, 1) + " " + some[4]);
        try {
            stream.read();
            System.out.println("not reached");
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            stream.read(some, 4, 2);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("no room");
        }
    }
}
