// Different elements of an array are different places, the same one is not.
// BRAID: verify => valid
// BRAID: verify --entry races.ArrayElements.overlap => invalid race
// JAVA: prints
package races;

public class ArrayElements {
    static void run(int mine, int theirs) throws InterruptedException {
        int[] data = new int[3];
        Thread t = new Thread(() -> data[theirs] = 1);
        t.start();
        data[mine] = 2;
        t.join();
        System.out.println(data[0] + data[1] + data[2]);
    }

    static void overlap() throws InterruptedException {
        run(1, 1);
    }

    public static void main(String[] args) throws InterruptedException {
        run(0, 2);
    }
}
