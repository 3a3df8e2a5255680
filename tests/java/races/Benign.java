// Both threads write the same value: nothing can go wrong here, but it is a race.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: prints
package races;

public class Benign {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> value = 5);
        t.start();
        value = 5;
        t.join();
        System.out.println(value);
        assert value == 5;
    }
}
