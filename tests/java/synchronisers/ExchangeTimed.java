// Either both get what the other had, or one gives up.
// BRAID: verify => valid
// JAVA: runs
package synchronisers;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangeTimed {
    private static final Exchanger<String> exchanger = new Exchanger<>();
    private static String got;

    private static String swap(String mine) {
        try {
            return exchanger.exchange(mine, 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> got = swap("b"));
        t.start();
        String mine = swap("a");
        t.join();
        assert mine == null ? got == null : mine == "b" && got == "a";
    }
}
