// The sum of an array, by halves.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinSum {
    private static final class Sum extends RecursiveTask<Integer> {
        private final int[] data;
        private final int from;
        private final int to;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from == 1) {
                return data[from];
            }
            Sum left = new Sum(data, from, (from + to) / 2);
            Sum right = new Sum(data, (from + to) / 2, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        int[] data = {1, 2, 3, 4};
        System.out.println(ForkJoinPool.commonPool().invoke(new Sum(data, 0, data.length)));
    }
}
