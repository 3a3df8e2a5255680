// Two threads increment a field without a lock.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 22 throws java.lang.AssertionError
// JAVA: runs
package races;

public class Increments {
    int count;

    void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Increments c = new Increments();
        Thread a = new Thread(c::increment);
        Thread b = new Thread(c::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert c.count == 2; // fails
    }
}
