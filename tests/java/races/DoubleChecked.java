// Double-checked locking without volatile.
// BRAID: verify => invalid race
// JAVA: runs
package races;

public class DoubleChecked {
    private static DoubleChecked instance;
    private int value;

    private DoubleChecked() {
        value = 1;
    }

    static DoubleChecked get() {
        if (instance == null) {
            synchronized (DoubleChecked.class) {
                if (instance == null) {
                    instance = new DoubleChecked();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            assert get().value == 1;
        });
        t.start();
        assert get().value == 1;
        t.join();
    }
}
