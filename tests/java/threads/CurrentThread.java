// currentThread is the object that was started, also in methods that it calls.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class CurrentThread {
    static class Worker extends Thread {
        boolean same;

        public void run() {
            same = check();
        }

        boolean check() {
            return Thread.currentThread() == this;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker w = new Worker();
        w.start();
        w.join();
        System.out.println(w.same + " " + w.check());
        assert w.same && !w.check();
    }
}
