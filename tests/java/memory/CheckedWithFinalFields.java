// Double-checked locking without volatile: the fields of the singleton are final, so that nobody sees
// it half made (JLS 17.5), but reading the reference is a race all the same.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package memory;

public class CheckedWithFinalFields {
    private static CheckedWithFinalFields instance;
    private final int value;

    private CheckedWithFinalFields() {
        value = 1;
    }

    static CheckedWithFinalFields get() {
        if (instance == null) {
            synchronized (CheckedWithFinalFields.class) {
                if (instance == null) {
                    instance = new CheckedWithFinalFields();
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
