// Threads that start threads at the same time: no call is forgotten.
// BRAID: verify --linearizable linearizable.StartedTogether$Spec:Register => invalid throws braid.NotLinearizable
// JAVA: runs
package linearizable;

public class StartedTogether {
    static class Register {
        private volatile int value;

        public int add(int n) {
            int before = value;
            value = before + n;
            return before;
        }
    }

    static class Spec {
        private int value;

        public int add(int n) {
            int before = value;
            value = before + n;
            return before;
        }
    }

    private static final Register register = new Register();

    private static void start() {
        new Thread(() -> register.add(1)).start();
    }

    public static void main(String[] args) {
        new Thread(() -> start()).start();
        start();
    }
}
