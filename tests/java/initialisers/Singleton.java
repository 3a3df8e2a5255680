// The holder idiom: an object that is made once, without a lock, by the class initialiser.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class Singleton {
    private static int made;
    final int value;

    private Singleton() {
        made++;
        value = 9;
    }

    private static class Holder {
        static final Singleton INSTANCE = new Singleton();
    }

    static Singleton get() {
        return Holder.INSTANCE;
    }

    static Singleton seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> seen = get());
        t.start();
        Singleton mine = get();
        t.join();
        assert mine == seen && made == 1;
        System.out.println(mine.value);
    }
}
