// The call of a daemon never ends, and has an effect that another one sees. Nobody waits for it.
// BRAID: verify --linearizable linearizable.DaemonStays$Spec:linearizable.DaemonStays$Flag => valid
// BRAID: verify --linearizable linearizable.DaemonStays$Twice:linearizable.DaemonStays$Flag => invalid throws braid.NotLinearizable
// JAVA: never
package linearizable;

import java.util.concurrent.Semaphore;

public class DaemonStays {
    static final class Flag {
        private volatile int value;
        private final Semaphore never = new Semaphore(0);

        public void set() {
            value = 1;
            never.acquireUninterruptibly();
        }

        public int get() {
            return value;
        }
    }

    static final class Spec {
        private int value;

        public void set() {
            value = 1;
        }

        public int get() {
            return value;
        }
    }

    static final class Twice {
        private int value;

        public void set() {
            value = 2;
        }

        public int get() {
            return value;
        }
    }

    public static void main(String[] args) {
        Flag flag = new Flag();
        Thread daemon = new Thread(flag::set);
        daemon.setDaemon(true);
        daemon.start();
        flag.get();
        flag.get();
    }
}
