// return, break and continue leave synchronized blocks properly.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class ReturnInside {
    static final Object LOCK = new Object();
    static int value;

    static int take() {
        synchronized (LOCK) {
            return value++;
        }
    }

    static void loop() {
        for (int i = 0; ; i++) {
            synchronized (LOCK) {
                if (i == 1) {
                    continue;
                }
                if (i == 2) {
                    break;
                }
                value += 10;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ReturnInside::loop);
        t.start();
        int mine = take();
        t.join();
        System.out.println(take());
        assert mine == 0 || mine == 10;
        assert !Thread.holdsLock(LOCK) && value == 12;
    }
}
