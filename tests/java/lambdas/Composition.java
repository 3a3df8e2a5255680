// Functions that make functions; default methods of the functional interfaces.
// BRAID: verify => valid
// JAVA: prints
package lambdas;

import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

public class Composition {
    static IntUnaryOperator times(int factor) {
        return x -> x * factor;
    }

    static Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;

    public static void main(String[] args) {
        IntUnaryOperator both = times(3).andThen(times(5)).compose(x -> x + 1);
        System.out.println(both.applyAsInt(1));
        System.out.println(add.apply(4).apply(5));
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().and(s -> s.length() < 3).test("ab"));
        assert both.applyAsInt(0) == 15;
    }
}
