// The same register, but no call ends before another one begins: the read may come first.
// BRAID: verify --linearizable linearizable.Overlap$Spec:Register => valid
// BRAID: verify --no-races --stateful --linearizable linearizable.Overlap$Spec:Register => valid
// BRAID: verify --no-races --no-stateful --linearizable linearizable.Overlap$Spec:Register => valid
// JAVA: runs
package linearizable;

public class Overlap {
    static final class Register {
        private volatile int value;

        public void write(int v) {
            value = v;
        }

        public int read() {
            return value;
        }
    }

    static final class Spec {
        private int value;

        public void write(int v) {
            value = v;
        }

        public int read() {
            return value;
        }
    }

    public static void main(String[] args) {
        Register register = new Register();
        new Thread(() -> register.write(1)).start();
        new Thread(() -> register.write(2)).start();
        register.read();
        register.read();
    }
}
