// A daemon that never ends does not keep the program from its end.
// BRAID: verify --stateful => valid
// JAVA: prints alone
package threads;

public class DaemonEndless {
    static volatile int turn;

    static void serve() {
        while (true) {
            turn = 1 - turn;
        }
    }

    public static void main(String[] args) {
        Thread t = new Thread(DaemonEndless::serve);
        t.setDaemon(true);
        t.start();
        int seen = turn;
        assert seen == 0 || seen == 1;
        System.out.println("end");
    }
}
