// What main did before start is seen by the thread without more ado.
// BRAID: verify => valid
// JAVA: prints
package races;

public class StartOrders {
    static int before;
    static int after;

    public static void main(String[] args) throws InterruptedException {
        before = 1;
        Thread t = new Thread(() -> after = before + 1);
        before = 10;
        t.start();
        t.join();
        System.out.println(after);
        assert after == 11;
    }
}
