// A Runnable with state of its own; two threads share it, one after the other.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class RunnableObject {
    static class Task implements Runnable {
        int runs;
        final int by;

        Task(int by) {
            this.by = by;
        }

        public void run() {
            runs += by;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Task task = new Task(5);
        Thread a = new Thread(task);
        a.start();
        a.join();
        Thread b = new Thread(task, "second");
        b.start();
        b.join();
        System.out.println(task.runs + " " + b.getName());
        assert task.runs == 10;
    }
}
