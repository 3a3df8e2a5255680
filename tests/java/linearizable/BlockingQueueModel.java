// ArrayBlockingQueue against an ArrayDeque with a bound: calls that do not wait.
// BRAID: verify --linearizable linearizable.BlockingQueueModel$Spec => valid
// JAVA: runs
package linearizable;

import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;

public class BlockingQueueModel {
    static class Queue {
        private final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);

        public boolean offer(int e) {
            return queue.offer(e);
        }

        public Integer poll() {
            return queue.poll();
        }

        public int size() {
            return queue.size();
        }

        public boolean contains(int e) {
            return queue.contains(e);
        }
    }

    static class Spec {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();

        public boolean offer(int e) {
            return queue.size() < 2 && queue.offer(e);
        }

        public Integer poll() {
            return queue.poll();
        }

        public int size() {
            return queue.size();
        }

        public boolean contains(int e) {
            return queue.contains(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Queue queue = new Queue();
        Thread a = new Thread(() -> {
            queue.offer(1);
            queue.contains(2);
        });
        a.start();
        queue.offer(3);
        queue.size();
        a.join();
    }
}
