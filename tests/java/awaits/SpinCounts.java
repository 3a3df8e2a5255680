// A loop that counts its rounds does not only wait.
// BRAID: verify --unwind 3 => valid
// JAVA: prints
package awaits;

public class SpinCounts {
    private static volatile boolean flag;

    public static void main(String[] args) {
        new Thread(() -> flag = true).start();
        int rounds = 0;
        while (!flag && rounds < 2) {
            rounds++;
        }
        assert rounds <= 2;
        System.out.println("done");
    }
}
