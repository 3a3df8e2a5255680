// A thread that a daemon makes is a daemon, unless it is told otherwise.
// BRAID: verify => valid
// JAVA: prints alone
package threads;

public class DaemonInherited {
    static boolean inherited;
    static boolean told;

    static void make() {
        inherited = new Thread().isDaemon();
        Thread other = new Thread();
        other.setDaemon(false);
        told = other.isDaemon();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(DaemonInherited::make);
        t.setDaemon(true);
        t.start();
        t.join();
        System.out.println(inherited + " " + told + " " + new Thread().isDaemon());
        assert inherited && !told;
    }
}
