// A volatile reference to an array does not make its elements volatile.
// BRAID: verify => invalid race
// JAVA: runs
package memory;

public class VolatileArray {
    static volatile int[] data = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> data[0] = 1);
        t.start();
        int seen = data[0];
        assert seen == 0 || seen == 1;
        t.join();
    }
}
