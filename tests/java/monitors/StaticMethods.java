// Static synchronized methods and a block on the class literal lock the same object.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class StaticMethods {
    static int count;

    static synchronized void method() {
        count++;
    }

    static void block() {
        synchronized (StaticMethods.class) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(StaticMethods::method);
        t.start();
        block();
        t.join();
        System.out.println(count);
        assert count == 2;
    }
}
