// Operations under a lock are linearizable.
// BRAID: verify --linearizable linearizable.Counter$Spec:Locked => valid
// BRAID: verify --no-races --stateful --linearizable linearizable.Counter$Spec:Locked => valid
// BRAID: verify --no-races --no-stateful --linearizable linearizable.Counter$Spec:Locked => valid
// JAVA: runs
package linearizable;

public class Counter {
    static final class Locked {
        private int value;

        public synchronized int increment() {
            return ++value;
        }

        public synchronized int get() {
            return value;
        }
    }

    static final class Spec {
        private int value;

        public int increment() {
            return ++value;
        }

        public int get() {
            return value;
        }
    }

    public static void main(String[] args) {
        Locked counter = new Locked();
        new Thread(() -> {
            counter.increment();
            counter.get();
        }).start();
        new Thread(counter::increment).start();
        counter.get();
    }
}
