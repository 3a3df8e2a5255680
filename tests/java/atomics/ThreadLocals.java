// Variables that each thread has for itself.
// BRAID: verify => valid
// JAVA: prints
package atomics;

public class ThreadLocals {
    private static final ThreadLocal<Integer> number = ThreadLocal.withInitial(() -> 7);
    private static final InheritableThreadLocal<String> name = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String value) {
            return value + "!";
        }
    };
    private static final ThreadLocal<String> text = new ThreadLocal<>() {
        @Override
        protected String initialValue() {
            return "initial";
        }
    };

    static void show() {
        System.out.println(number.get() + " " + name.get() + " " + text.get());
    }

    public static void main(String[] args) throws InterruptedException {
        number.set(3);
        name.set("x");
        Thread other = new Thread(() -> {
            show();
            number.set(9);
            name.set("y");
            text.set(null);
            show();
        });
        other.start();
        other.join();
        show();
        number.remove();
        name.remove();
        text.remove();
        show();
    }
}
