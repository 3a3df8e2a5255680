// Waiting for an object, and for a field of it.
// BRAID: verify => valid
// JAVA: prints
package awaits;

public class SpinOnReference {
    private static class Box {
        volatile boolean ready;
        int value;
    }

    private static volatile Box box;

    public static void main(String[] args) {
        new Thread(() -> {
            Box made = new Box();
            box = made;
            made.value = 7;
            made.ready = true;
        }).start();
        while (box == null) {
            Thread.onSpinWait();
        }
        Box seen = box;
        while (!seen.ready) {
            Thread.onSpinWait();
        }
        assert seen.value == 7;
        System.out.println(seen.value);
    }
}
