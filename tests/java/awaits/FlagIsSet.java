// A thread spins until another one has set a flag, and sees what came before.
// BRAID: verify => valid
// BRAID: verify --no-await => valid
// JAVA: prints
package awaits;

public class FlagIsSet {
    private static volatile boolean flag;
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            flag = true;
        }).start();
        while (!flag) {
            Thread.onSpinWait();
        }
        assert data == 42;
        System.out.println(data);
    }
}
