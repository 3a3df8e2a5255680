// Static synchronized methods lock the class, others the object: they do not exclude each other.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 23 throws java.lang.AssertionError
// JAVA: runs
package monitors;

public class StaticAndInstance {
    static int count;

    static synchronized void ofClass() {
        count++;
    }

    synchronized void ofObject() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(StaticAndInstance::ofClass);
        t.start();
        new StaticAndInstance().ofObject();
        t.join();
        assert count == 2; // fails
    }
}
