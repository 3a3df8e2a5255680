// Lambdas keep values of variables, and `this`.
// BRAID: verify => valid
// JAVA: prints
package lambdas;

import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;

public class Capture {
    int field = 5;

    IntSupplier supplier(int add) {
        long more = 100;
        return () -> field + add + (int) more;
    }

    static int apply(IntBinaryOperator op, int a, int b) {
        return op.applyAsInt(a, b);
    }

    public static void main(String[] args) {
        Capture c = new Capture();
        IntSupplier s = c.supplier(2);
        System.out.println(s.getAsInt());
        c.field = 50;
        System.out.println(s.getAsInt());
        System.out.println(apply((a, b) -> a * b, 6, 7) + " " + apply(Math::max, 3, 4));
        assert apply((a, b) -> a - b, 1, 2) == -1;
    }
}
