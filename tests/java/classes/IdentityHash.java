// Identity hash codes: the same for one object, whatever class it has; others may share them.
// BRAID: verify => valid
// BRAID: verify --entry classes.IdentityHash.differ => invalid throws java.lang.AssertionError
// BRAID: verify --entry classes.IdentityHash.inThread => unknown reason identity hash code
// JAVA: prints
package classes;

public class IdentityHash {
    static final class Own {
        @Override
        public int hashCode() {
            return super.hashCode() + 1;
        }
    }

    static void differ() {
        assert new Object().hashCode() != new int[1].hashCode();
    }

    static void inThread() throws InterruptedException {
        Object plain = new Object();
        Thread t = new Thread(() -> System.identityHashCode(plain));
        t.start();
        t.join();
    }

    public static void main(String[] args) {
        Object[] all = {new Object(), new int[1], "text", new Own(), new StringBuilder(), args};
        for (Object each : all) {
            int hash = System.identityHashCode(each);
            assert hash == System.identityHashCode(each);
            assert each instanceof String || each.hashCode() == hash + (each instanceof Own ? 1 : 0);
        }
        System.out.println(System.identityHashCode(null) + " " + "text".hashCode());
    }
}
