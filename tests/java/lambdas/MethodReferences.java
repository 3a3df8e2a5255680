// The four kinds of method references.
// BRAID: verify => valid
// JAVA: prints
package lambdas;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

public class MethodReferences {
    final String name;

    MethodReferences(String name) {
        this.name = name;
    }

    String greet(String other) {
        return name + " greets " + other;
    }

    static String shout(String text) {
        return text + "!";
    }

    public static void main(String[] args) {
        Function<String, String> ofClass = MethodReferences::shout;
        Function<String, MethodReferences> maker = MethodReferences::new;
        MethodReferences ann = maker.apply("Ann");
        Function<String, String> bound = ann::greet;
        BiFunction<MethodReferences, String, String> unbound = MethodReferences::greet;
        IntFunction<int[]> arrays = int[]::new;
        Supplier<String> text = ann.name::toString;
        System.out.println(ofClass.apply("hey") + " " + bound.apply("Bob") + " "
                + unbound.apply(new MethodReferences("Cid"), "Dan") + " "
                + arrays.apply(3).length + " " + text.get());
        assert bound.apply("x").equals("Ann greets x");
    }
}
