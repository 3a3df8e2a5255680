// The program ends by System.exit: the calls are compared before that, those that have not ended, too.
// BRAID: verify --linearizable linearizable.ExitEndsCalls$Spec:linearizable.ExitEndsCalls$Counter => invalid throws braid.NotLinearizable
// JAVA: never
package linearizable;

public class ExitEndsCalls {
    static final class Counter {
        private volatile int count;

        public int next() {
            int old = count;
            count = old + 1;
            return old;
        }
    }

    static final class Spec {
        private int count;

        public int next() {
            return count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Thread other = new Thread(counter::next);
        other.start();
        counter.next();
        other.join();
        System.exit(0);
    }
}
