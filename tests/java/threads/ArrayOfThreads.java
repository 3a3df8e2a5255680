// Threads in an array, each with a slot of its own.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class ArrayOfThreads {
    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int index = i;
            threads[i] = new Thread(() -> results[index] = index * index);
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += results[i];
        }
        System.out.println(sum);
        assert sum == 5;
    }
}
