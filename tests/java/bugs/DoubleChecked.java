// The second thread may see the reference before it sees what the constructor wrote.
// BRAID: verify => invalid race rows 40
// JAVA: runs
package bugs;

public class DoubleChecked {
    private static final class Settings {
        int limit = 10;
    }

    private static final Object lock = new Object();
    private static Settings instance;

    private static Settings get() {
        if (instance == null) {
            synchronized (lock) {
                if (instance == null) {
                    instance = new Settings();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> get()).start();
        assert get().limit == 10;
    }
}
