// The same through a volatile field is fine.
// BRAID: verify => valid
// JAVA: prints
package races;

public class VolatilePublication {
    static class Box {
        int value;

        Box() {
            value = 3;
        }
    }

    static volatile Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> box = new Box());
        t.start();
        Box seen = box;
        if (seen != null) {
            assert seen.value == 3;
        }
        t.join();
        System.out.println(box.value);
    }
}
