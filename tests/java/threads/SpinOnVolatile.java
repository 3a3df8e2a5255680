// A thread spins until a volatile flag is set.
// BRAID: verify --engine symex --unwind 3 => valid
// JAVA: prints
package threads;

public class SpinOnVolatile {
    static volatile boolean go;
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!go) {
                Thread.onSpinWait();
            }
            value++;
        });
        t.start();
        value = 10;
        go = true;
        t.join();
        System.out.println(value);
        assert value == 11;
    }
}
