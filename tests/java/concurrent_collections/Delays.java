// Elements of a DelayQueue come when their time has come.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class Delays {
    private static final class Job implements Delayed {
        private final long at;

        Job(long delay) {
            at = System.nanoTime() + delay;
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(at, ((Job) other).at);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Job> queue = new DelayQueue<>();
        Job job = new Job(1000);
        new Thread(() -> queue.put(job)).start();
        assert queue.take() == job;
        assert queue.poll() == null;
    }
}
