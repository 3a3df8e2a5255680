// Double-checked locking: an object that is made when it is first needed, without a lock afterwards.
//
// Without `volatile` on `instance`, the first look is a data race: a thread may see the reference
// before the fields of the object behind it.
//
//   braid verify examples/java/LazyInit.java
//
// Braid answers: invalid. The race is on `instance`.
//
//   braid verify --entry LazyInit.careful examples/java/LazyInit.java
//
// Braid answers: valid. With a volatile field, it is the idiom that it was meant to be.
public class LazyInit {
    static class Config {
        int limit;

        Config() {
            limit = 42;
        }
    }

    private static Config instance;
    private static volatile Config volatileInstance;

    static Config get() {
        if (instance == null) {
            synchronized (LazyInit.class) {
                if (instance == null) {
                    instance = new Config();
                }
            }
        }
        return instance;
    }

    static Config getVolatile() {
        Config seen = volatileInstance;
        if (seen == null) {
            synchronized (LazyInit.class) {
                seen = volatileInstance;
                if (seen == null) {
                    seen = new Config();
                    volatileInstance = seen;
                }
            }
        }
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert get().limit == 42;
        });
        other.start();
        assert get().limit == 42;
        other.join();
    }

    static void careful() throws InterruptedException {
        Thread other = new Thread(() -> {
            assert getVolatile().limit == 42;
        });
        other.start();
        assert getVolatile().limit == 42;
        other.join();
    }
}
