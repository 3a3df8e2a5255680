// Both halves of an action, of which one fails.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

public class InvokeBoth {
    private static int a;

    private static final class Part extends RecursiveAction {
        private final int number;

        Part(int number) {
            this.number = number;
        }

        protected void compute() {
            if (number == 0) {
                ForkJoinTask.invokeAll(new Part(1), new Part(2));
            } else if (number == 1) {
                a = 1;
            } else {
                throw new IllegalStateException("two");
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            pool.invoke(new Part(0));
        } catch (IllegalStateException e) {
            System.out.println("failed " + a);
        }
        pool.shutdown();
    }
}
