// The enhanced for loop over an Iterable of our own.
// BRAID: verify => valid
// JAVA: prints
package interfaces;

import java.util.Iterator;
import java.util.NoSuchElementException;

public class Iterables {
    static class Range implements Iterable<Integer> {
        private final int from;
        private final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                private int next = from;

                public boolean hasNext() {
                    return next < to;
                }

                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    return next++;
                }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(3, 7)) {
            sum += i;
        }
        System.out.println(sum);
        try {
            new Range(1, 1).iterator().next();
            assert false;
        } catch (NoSuchElementException e) {
            System.out.println("empty");
        }
        assert sum == 18;
    }
}
