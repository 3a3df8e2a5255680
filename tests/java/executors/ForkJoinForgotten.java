// A part of an array is forked, but nobody waits for it.
// BRAID: verify => invalid race
// JAVA: runs
package executors;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinForgotten {
    private static final class Fill extends RecursiveAction {
        private final int[] data;
        private final int at;

        Fill(int[] data, int at) {
            this.data = data;
            this.at = at;
        }

        protected void compute() {
            data[at] = 1;
            if (at + 1 < data.length) {
                new Fill(data, at + 1).fork();
            }
        }
    }

    public static void main(String[] args) {
        int[] data = new int[2];
        new ForkJoinPool(2).invoke(new Fill(data, 0));
        assert data[0] == 1;
        int second = data[1];
    }
}
