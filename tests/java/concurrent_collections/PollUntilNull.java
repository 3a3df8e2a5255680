// The same with poll: each job is done once.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ConcurrentLinkedQueue;

public class PollUntilNull {
    private static final ConcurrentLinkedQueue<int[]> queue = new ConcurrentLinkedQueue<>();

    private static void work() {
        for (int[] job = queue.poll(); job != null; job = queue.poll()) {
            job[0]++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[][] jobs = {{0}, {0}};
        queue.add(jobs[0]);
        queue.add(jobs[1]);
        Thread other = new Thread(PollUntilNull::work);
        other.start();
        work();
        other.join();
        System.out.println(jobs[0][0] + " " + jobs[1][0]);
    }
}
