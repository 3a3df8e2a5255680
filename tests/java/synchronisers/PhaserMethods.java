// The methods of Phaser, by one thread.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class PhaserMethods {
    static void show(Phaser p) {
        System.out.println(p.getPhase() + " " + p.getRegisteredParties() + " "
                + p.getArrivedParties() + " " + p.getUnarrivedParties() + " " + p.isTerminated() + " "
                + p);
    }

    static class Named extends Phaser {
        Named(int parties) {
            super(null, parties);
        }

        public int hashCode() {
            return 1;
        }
    }

    static class Twice extends Named {
        Twice() {
            super(0);
        }

        protected boolean onAdvance(int phase, int registeredParties) {
            System.out.println("advance " + phase + " " + registeredParties);
            return phase >= 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Phaser p = new Named(0);
        show(p);
        System.out.println((p.getParent() == null) + " " + (p.getRoot() == p));
        try {
            p.arrive();
        } catch (IllegalStateException e) {
            System.out.println("nobody is registered");
        }
        System.out.println(p.register() + " " + p.bulkRegister(2) + " " + p.bulkRegister(0));
        show(p);
        System.out.println(p.arrive() + " " + p.arrive());
        show(p);
        try {
            p.awaitAdvanceInterruptibly(0, 1, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            System.out.println("too late");
        }
        System.out.println(p.arriveAndDeregister());
        show(p);
        System.out.println(p.awaitAdvance(0) + " " + p.awaitAdvance(-7) + " " + p.awaitAdvance(5));
        System.out.println(p.awaitAdvanceInterruptibly(0) + " "
                + p.awaitAdvanceInterruptibly(0, 1, TimeUnit.NANOSECONDS) + " "
                + p.awaitAdvanceInterruptibly(-1, 1, TimeUnit.NANOSECONDS));
        System.out.println(p.arrive() + " " + p.arriveAndAwaitAdvance());
        System.out.println(p.arriveAndDeregister() + " " + p.arriveAndDeregister());
        show(p);
        System.out.println(p.register() + " " + p.arrive() + " " + p.arriveAndAwaitAdvance() + " "
                + p.awaitAdvance(2));
        Phaser forced = new Named(2);
        System.out.println(forced.arrive());
        forced.forceTermination();
        show(forced);
        System.out.println(forced.arriveAndAwaitAdvance());
        Phaser twice = new Twice();
        twice.register();
        System.out.println(twice.arriveAndAwaitAdvance());
        System.out.println(twice.arriveAndAwaitAdvance());
        System.out.println(twice.arriveAndAwaitAdvance());
        System.out.println(twice.getPhase() + " " + twice.isTerminated());
        try {
            new Phaser(65536);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Phaser(65535).register();
        } catch (IllegalStateException e) {
            System.out.println("too many");
        }
    }
}
