// Two threads use a class at the same time: its initialiser runs once, and both see what it did.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class TwoThreads {
    static int runs;

    static class Lazy {
        static final int[] TABLE;

        static {
            runs++;
            int[] table = {4, 5, 6};
            TABLE = table;
        }
    }

    static int left;
    static int right;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> left = Lazy.TABLE[0]);
        Thread b = new Thread(() -> right = Lazy.TABLE[2]);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(left + " " + right + " " + runs);
        assert left == 4 && right == 6 && runs == 1;
    }
}
