// Clocks show anything, so a program may not rely on them.
// BRAID: verify => invalid line 15 throws java.lang.AssertionError
// JAVA: runs
package unknowns;

public class Clock {
    public static void main(String[] args) {
        long begin = System.nanoTime();
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += i;
        }
        long end = System.nanoTime();
        assert sum == 3;
        assert end - begin < 1000000000L; // fails
    }
}
