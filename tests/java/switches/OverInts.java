// A switch over ints: dense, sparse, with falling through and without a default.
// BRAID: verify => valid
// JAVA: prints
package switches;

public class OverInts {
    static int dense(int x) {
        int result = 0;
        switch (x) {
            case 1:
                result += 1;
            case 2:
                result += 10;
                break;
            case 3:
                return -3;
            case 4:
            case 5:
                result = 45;
        }
        return result;
    }

    static String sparse(int x) {
        switch (x) {
            case Integer.MIN_VALUE:
                return "least";
            case -1000:
                return "thousand";
            case 1000000:
                return "million";
            default:
                return "other";
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) {
            System.out.println(dense(i));
        }
        System.out.println(sparse(-1000) + sparse(1000000) + sparse(Integer.MIN_VALUE) + sparse(0));
        assert dense(1) == 11;
    }
}
