// Subclasses of Thread that carry their results.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class SubclassWithFields {
    static class Summer extends Thread {
        private final int[] data;
        private final int from;
        private final int to;
        int sum;

        Summer(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                sum += data[i];
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = {1, 2, 3, 4};
        Summer left = new Summer(data, 0, 2);
        Summer right = new Summer(data, 2, 4);
        left.start();
        right.start();
        left.join();
        right.join();
        System.out.println(left.sum + right.sum);
        assert left.sum + right.sum == 10;
    }
}
