// Generic classes and methods are erased; a value comes back as it went in.
// BRAID: verify => valid
// JAVA: prints
package generics;

public class Pair {
    static class Two<A, B> {
        final A first;
        final B second;

        Two(A first, B second) {
            this.first = first;
            this.second = second;
        }

        Two<B, A> swap() {
            return new Two<>(second, first);
        }
    }

    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    public static void main(String[] args) {
        Two<String, Integer> two = new Two<>("x", 5);
        int five = two.swap().first;
        String x = two.swap().second;
        System.out.println(five + x + max(3, 8) + max("pear", "apple"));
        assert max(-1, -2) == -1;
    }
}
