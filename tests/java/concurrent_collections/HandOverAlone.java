// A SynchronousQueue has no place to put something: who is alone waits for ever.
// BRAID: verify => deadlock
// JAVA: hangs
package concurrent_collections;

import java.util.concurrent.SynchronousQueue;

public class HandOverAlone {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        queue.put(1);
        System.out.println(queue.take());
    }
}
