// A thread that is not alive any more has done all it did before (JLS 17.4.4).
// BRAID: verify => valid
// BRAID: verify --entry memory.EndIsSeen.careless => invalid race
// JAVA: runs
package memory;

public class EndIsSeen {
    static int data;

    static void careless() {
        Thread t = new Thread(() -> data = 1);
        t.start();
        boolean alive = t.isAlive();
        assert data >= 0;
    }

    public static void main(String[] args) {
        Thread t = new Thread(() -> data = 1);
        t.start();
        if (!t.isAlive()) {
            assert data == 1;
        }
    }
}
