// A singleton in a class of its own: the end of its initialiser comes before every use of it
// (JLS 12.4.2).
// BRAID: verify => valid
// BRAID: verify --no-early => valid
// JAVA: prints
package memory;

public class HolderIdiom {
    private int[] values;

    private HolderIdiom() {
        values = new int[] {1, 2};
    }

    private static class Holder {
        static final HolderIdiom INSTANCE = new HolderIdiom();
    }

    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> seen = Holder.INSTANCE.values[1]);
        t.start();
        int mine = Holder.INSTANCE.values[0];
        t.join();
        System.out.println(mine + seen);
        assert mine + seen == 3;
    }
}
