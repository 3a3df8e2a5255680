// A generic method that is overridden with a more special type is reached through a bridge.
// BRAID: verify => valid
// JAVA: prints
package generics;

public class Bridges {
    abstract static class Shape<T> {
        abstract T make(T from);

        T twice(T from) {
            return make(make(from));
        }
    }

    static class Adder extends Shape<Integer> {
        @Override
        Integer make(Integer from) {
            return from + 1;
        }
    }

    static class Base {
        Object self() {
            return "base";
        }
    }

    static class Derived extends Base {
        @Override
        String self() {
            return "derived";
        }
    }

    public static void main(String[] args) {
        System.out.println(new Adder().twice(40));
        Base b = new Derived();
        System.out.println(b.self());
        assert new Adder().make(1) == 2;
    }
}
