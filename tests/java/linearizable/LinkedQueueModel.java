// ConcurrentLinkedQueue against an ArrayDeque.
// BRAID: verify --linearizable linearizable.LinkedQueueModel$Spec => valid
// JAVA: runs
package linearizable;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

public class LinkedQueueModel {
    static class Queue {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        public boolean offer(int e) {
            return queue.offer(e);
        }

        public Integer poll() {
            return queue.poll();
        }

        public Integer peek() {
            return queue.peek();
        }

        public boolean remove(int e) {
            return queue.remove((Integer) e);
        }
    }

    static class Spec {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();

        public boolean offer(int e) {
            return queue.offer(e);
        }

        public Integer poll() {
            return queue.poll();
        }

        public Integer peek() {
            return queue.peek();
        }

        public boolean remove(int e) {
            return queue.remove((Integer) e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Queue queue = new Queue();
        Thread a = new Thread(() -> {
            queue.offer(1);
            queue.poll();
        });
        a.start();
        queue.peek();
        a.join();
    }
}
