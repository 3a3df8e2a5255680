// The methods of CyclicBarrier, by one thread.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BarrierMethods {
    static CyclicBarrier alone;

    public static void main(String[] args) throws Exception {
        alone = new CyclicBarrier(1, () -> System.out.println(
                "action " + alone.getNumberWaiting() + " " + alone.isBroken()));
        System.out.println(alone.await() + " " + alone.await(1, TimeUnit.SECONDS));
        CyclicBarrier two = new CyclicBarrier(2);
        System.out.println(two.getParties() + " " + two.getNumberWaiting() + " " + two.isBroken());
        try {
            two.await(1, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            System.out.println("too late " + two.isBroken() + " " + two.getNumberWaiting());
        }
        try {
            two.await();
        } catch (BrokenBarrierException e) {
            System.out.println("broken");
        }
        two.reset();
        System.out.println(two.isBroken());
        try {
            two.await(0, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            System.out.println("too late again");
        }
        CyclicBarrier failing = new CyclicBarrier(1, () -> {
            throw new IllegalStateException("the action");
        });
        try {
            failing.await();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + failing.isBroken());
        }
        try {
            new CyclicBarrier(0);
        } catch (IllegalArgumentException e) {
            System.out.println("nobody");
        }
    }
}
