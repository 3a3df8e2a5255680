// One of three threads has nobody to swap with.
// BRAID: verify => deadlock
// JAVA: hangs
package synchronisers;

import java.util.concurrent.Exchanger;

public class ExchangeOfThree {
    private static final Exchanger<String> exchanger = new Exchanger<>();

    private static void work() {
        try {
            exchanger.exchange("mine");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(ExchangeOfThree::work).start();
        new Thread(ExchangeOfThree::work).start();
        work();
    }
}
