// Double-checked locking as it should be.
// BRAID: verify => valid
// JAVA: prints
package races;

public class DoubleCheckedVolatile {
    private static volatile DoubleCheckedVolatile instance;
    private int value;

    private DoubleCheckedVolatile() {
        value = 1;
    }

    static DoubleCheckedVolatile get() {
        if (instance == null) {
            synchronized (DoubleCheckedVolatile.class) {
                if (instance == null) {
                    instance = new DoubleCheckedVolatile();
                }
            }
        }
        return instance;
    }

    static DoubleCheckedVolatile seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> seen = get());
        t.start();
        DoubleCheckedVolatile mine = get();
        t.join();
        System.out.println(mine.value);
        assert mine == seen;
    }
}
