// An enum with one constant as a singleton with state.
// BRAID: verify => valid
// JAVA: prints
package enums;

public class Singleton {
    enum Counter {
        INSTANCE;

        private int count;

        synchronized int next() {
            return ++count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(Counter.INSTANCE::next);
        t.start();
        Counter.INSTANCE.next();
        t.join();
        System.out.println(Counter.INSTANCE.next());
        assert Counter.INSTANCE.next() == 4;
    }
}
