package java.io;

import braid.Internal;
import java.util.Objects;

/** What is read from outside is anything. Reading it never fails. */
public abstract class InputStream implements Closeable {
    public InputStream() {
    }

    public abstract int read() throws IOException;

    public int read(byte[] target) throws IOException {
        return read(target, 0, target.length);
    }

    public int read(byte[] target, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, target.length);
        if (count == 0) {
            return 0;
        }
        int next = read();
        if (next == -1) {
            return -1;
        }
        target[from] = (byte) next;
        int done = 1;
        try {
            while (done < count) {
                next = read();
                if (next == -1) {
                    break;
                }
                target[from + done] = (byte) next;
                done++;
            }
        } catch (IOException ignored) {
            // What was read before is given.
        }
        return done;
    }

    public int available() throws IOException {
        return 0;
    }

    public void close() throws IOException {
    }

    /** Standard input: any bytes, the end at any time, and more behind it, as a terminal has. */
    private static final class Unknown extends InputStream {
        public int read() {
            int next = Internal.anyInt();
            Internal.assume(-1 <= next && next <= 255);
            return next;
        }

        public int read(byte[] target, int from, int count) {
            Objects.checkFromIndexSize(from, count, target.length);
            int given = Internal.anyInt();
            Internal.assume(-1 <= given && given <= count && (given == 0) == (count == 0));
            for (int i = 0; i < given; i++) {
                target[from + i] = Internal.anyByte();
            }
            return given;
        }

        public int available() {
            int count = Internal.anyInt();
            Internal.assume(count >= 0);
            return count;
        }
    }

    /** For System. */
    public static InputStream standard() {
        return new Unknown();
    }
}
