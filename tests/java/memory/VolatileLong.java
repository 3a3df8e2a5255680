// A volatile long is read and written as a whole; two volatile writes are no race.
// BRAID: verify => valid
// JAVA: runs
package memory;

public class VolatileLong {
    static volatile long value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> value = -1L);
        t.start();
        value = 1L;
        long seen = value;
        assert seen == 1 || seen == -1;
        t.join();
    }
}
