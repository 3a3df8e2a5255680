// A lambda over primitive types for an interface over objects boxes and unboxes.
// BRAID: verify => valid
// JAVA: prints
package lambdas;

import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

public class Boxing {
    static int twice(int x) {
        return 2 * x;
    }

    static long sum(Integer a, Integer b) {
        return a + b;
    }

    interface Adder {
        Object add(int a, Integer b);
    }

    public static void main(String[] args) {
        Function<Integer, Integer> f = Boxing::twice;
        ToIntFunction<Integer> g = x -> x + 1;
        BinaryOperator<Integer> h = Integer::sum;
        Adder adder = Boxing::sum;
        System.out.println(f.apply(21) + " " + g.applyAsInt(1) + " " + h.apply(3, 4) + " "
                + adder.add(1, 2) + " " + (adder.add(1, 2) instanceof Long));
        assert f.andThen(f).apply(1) == 4;
    }
}
