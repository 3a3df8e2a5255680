// An object is published through a plain field: its reader may see it half made.
// BRAID: verify => invalid race
// JAVA: runs
package races;

public class UnsafePublication {
    static class Box {
        int value;

        Box() {
            value = 3;
        }
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> box = new Box());
        t.start();
        Box seen = box;
        if (seen != null) {
            assert seen.value == 3;
        }
        t.join();
    }
}
