// What is said of objects and of methods: every job that is put into the queue is done.
// BRAID: verify --fair --ltl 'forall j : Queue.Job . [](j.queued -> <>j.done)' => valid
// BRAID: verify --fair --ltl 'responds(Queue.take@exit, Queue.put@21)' => valid
// BRAID: verify --ltl '[]!Queue.take@exit' => invalid
// JAVA: never
package temporal;

public class Queue {
    private static final class Job {
        volatile boolean queued;
        volatile boolean done;
    }

    private static Job next;

    private static synchronized void put(Job job) throws InterruptedException {
        while (next != null) {
            Queue.class.wait();
        }
        job.queued = true;
        next = job;
        Queue.class.notifyAll();
    }

    private static synchronized Job take() throws InterruptedException {
        while (next == null) {
            Queue.class.wait();
        }
        Job job = next;
        next = null;
        Queue.class.notifyAll();
        return job;
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                take().done = true;
                take().done = true;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        put(new Job());
        put(new Job());
    }
}
