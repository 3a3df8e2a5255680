// Two threads take the same item.
// BRAID: verify --no-races --linearizable linearizable.BufferBroken$Spec:Slots => invalid throws braid.NotLinearizable
// JAVA: runs
package linearizable;

public class BufferBroken {
    static final class Slots {
        private volatile boolean isFull;
        private volatile int item;

        public boolean offer(int v) {
            if (isFull) {
                return false;
            }
            item = v;
            isFull = true;
            return true;
        }

        public int poll() {
            if (!isFull) {
                return -1;
            }
            int v = item;
            isFull = false;
            return v;
        }
    }

    static final class Spec {
        private boolean isFull;
        private int item;

        public boolean offer(int v) {
            if (isFull) {
                return false;
            }
            item = v;
            isFull = true;
            return true;
        }

        public int poll() {
            if (!isFull) {
                return -1;
            }
            isFull = false;
            return item;
        }
    }

    public static void main(String[] args) {
        Slots slots = new Slots();
        slots.offer(7);
        new Thread(slots::poll).start();
        slots.poll();
    }
}
