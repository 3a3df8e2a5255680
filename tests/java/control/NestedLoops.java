// break and continue with and without labels.
// BRAID: verify => valid
// JAVA: prints
package control;

public class NestedLoops {
    public static void main(String[] args) {
        int count = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == i) {
                    continue outer;
                }
                if (i == 4) {
                    break outer;
                }
                if (j == 3) {
                    break;
                }
                count++;
            }
        }
        System.out.println(count);
        int n = 27;
        int steps = 0;
        do {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1);
        System.out.println(steps);
        assert steps == 111;
    }
}
