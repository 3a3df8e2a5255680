// Reads alone are no race.
// BRAID: verify => valid
// JAVA: prints
package races;

public class ReadsOnly {
    static int[] table = {1, 2, 3};
    static int mine;
    static int theirs;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> theirs = table[0] + table[2]);
        t.start();
        mine = table[0] + table[1];
        t.join();
        System.out.println(mine + theirs);
        assert mine + theirs == 7;
    }
}
