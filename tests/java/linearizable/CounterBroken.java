// Two threads may get the same number.
// BRAID: verify --linearizable linearizable.CounterBroken$Spec:Torn => invalid throws braid.NotLinearizable
// BRAID: verify --no-races --stateful --linearizable linearizable.CounterBroken$Spec:Torn => invalid throws braid.NotLinearizable
// BRAID: verify --no-races --no-stateful --linearizable linearizable.CounterBroken$Spec:Torn => invalid throws braid.NotLinearizable
// JAVA: runs
package linearizable;

public class CounterBroken {
    static final class Torn {
        private volatile int value;

        public int increment() {
            int before = value;
            value = before + 1;
            return before + 1;
        }
    }

    static final class Spec {
        private int value;

        public int increment() {
            return ++value;
        }
    }

    public static void main(String[] args) {
        Torn counter = new Torn();
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
    }
}
