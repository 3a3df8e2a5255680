// A thread that takes one of two permits is ordered after both releases: either may have given it.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Semaphore;

public class TwoReleases {
    private static final Semaphore permits = new Semaphore(0);
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            left = 1;
            permits.release();
        });
        Thread b = new Thread(() -> {
            right = 1;
            permits.release();
        });
        a.start();
        b.start();
        permits.acquire(2);
        assert left + right == 2;
        System.out.println(left + right);
    }
}
