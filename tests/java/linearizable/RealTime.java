// A call that ended before another one began comes first: a read may not give an old value. Each
// thread alone sees what it wrote, so the register is sequentially consistent, but not linearizable.
// BRAID: verify --linearizable linearizable.RealTime$Spec:Buffered => invalid throws braid.NotLinearizable
// BRAID: verify --no-races --stateful --linearizable linearizable.RealTime$Spec:Buffered => invalid throws braid.NotLinearizable
// BRAID: verify --no-races --no-stateful --linearizable linearizable.RealTime$Spec:Buffered => invalid throws braid.NotLinearizable
// JAVA: runs
package linearizable;

public class RealTime {
    static final class Buffered {
        private volatile int value;
        private volatile int buffered;
        private volatile Thread writer;

        public void write(int v) {
            writer = Thread.currentThread();
            buffered = v;
        }

        public int read() {
            return Thread.currentThread() == writer ? buffered : value;
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
        Buffered register = new Buffered();
        new Thread(() -> register.write(1)).start();
        register.read();
    }
}
