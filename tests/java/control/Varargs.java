// A method with a variable number of arguments gets an array.
// BRAID: verify => valid
// JAVA: prints
package control;

public class Varargs {
    static int sum(int... values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
        return total;
    }

    static String pick(Object o) {
        return "one";
    }

    static String pick(Object... all) {
        return all == null ? "null" : "many " + all.length;
    }

    public static void main(String[] args) {
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(pick("a") + ", " + pick("a", "b") + ", " + pick() + ", "
                + pick((Object[]) null));
        assert sum(1, 2) == 3;
    }
}
