// One thread fails, another catches, main sees who has ended.
// BRAID: verify => invalid line 8 throws java.lang.ArithmeticException
// JAVA: prints
package threads;

public class OneExceptionOfTwo {
    static int divide(int a, int b) {
        return a / b; // fails
    }

    static int caught;

    public static void main(String[] args) throws InterruptedException {
        Thread careful = new Thread(() -> {
            try {
                divide(1, 0);
            } catch (ArithmeticException e) {
                caught++;
            }
        });
        Thread careless = new Thread(() -> divide(1, 0));
        careful.start();
        careful.join();
        careless.start();
        careless.join();
        System.out.println(caught + " " + careless.isAlive());
    }
}
