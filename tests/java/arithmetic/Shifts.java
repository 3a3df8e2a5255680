// Shift distances are masked with 31 or 63; >>> fills with zeros, >> with the sign.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class Shifts {
    public static void main(String[] args) {
        int one = 1;
        for (int distance = -33; distance <= 66; distance += 11) {
            System.out.println(distance + ": " + (one << distance) + " " + (-100 >> distance) + " "
                    + (-100 >>> distance) + " " + (1L << distance) + " " + (-100L >> distance) + " "
                    + (-100L >>> distance));
        }
        assert 1 << 32 == 1;
        assert 1L << 32 == 4294967296L;
        assert -1 >>> 28 == 15;
        assert -1 >> 28 == -1;
    }
}
