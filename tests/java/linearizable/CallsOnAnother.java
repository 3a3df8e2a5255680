// A call inside a call on another object is one of that object's calls.
// BRAID: verify --linearizable linearizable.CallsOnAnother$Spec:linearizable.CallsOnAnother$Counter => invalid throws braid.NotLinearizable
// JAVA: runs
package linearizable;

public class CallsOnAnother {
    static final class Counter {
        private final Counter next;
        private volatile int count;

        Counter(Counter next) {
            this.next = next;
        }

        public int increment() {
            if (next != null) {
                next.increment();
            }
            int old = count;
            count = old + 1;
            return old;
        }
    }

    static final class Spec {
        private int count;

        public int increment() {
            return count++;
        }
    }

    public static void main(String[] args) {
        Counter shared = new Counter(null);
        Counter first = new Counter(shared);
        Counter second = new Counter(shared);
        new Thread(first::increment).start();
        second.increment();
    }
}
