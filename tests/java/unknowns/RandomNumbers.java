// Random numbers: any of their range, also with a seed.
// BRAID: verify => valid
// BRAID: verify --entry unknowns.RandomNumbers.dice => invalid line 13 throws java.lang.AssertionError
// JAVA: runs
package unknowns;

import java.util.Random;

public class RandomNumbers {
    static void dice() {
        Random random = new Random(42);
        int sum = random.nextInt(6) + 1 + random.nextInt(6) + 1;
        assert sum != 12; // fails
    }

    public static void main(String[] args) {
        Random random = new Random();
        int die = random.nextInt(6) + 1;
        assert die >= 1 && die <= 6;
        double d = random.nextDouble();
        assert d >= 0 && d < 1;
        int twice = random.nextBoolean() ? 2 : 4;
        assert twice % 2 == 0;
    }
}
