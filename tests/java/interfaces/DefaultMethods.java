// Default methods: inherited, overridden, chosen among two.
// BRAID: verify => valid
// JAVA: prints
package interfaces;

public class DefaultMethods {
    interface A {
        default String hello() {
            return "A";
        }
    }

    interface B extends A {
        default String hello() {
            return "B" + A.super.hello();
        }
    }

    interface C {
        default String hello() {
            return "C";
        }
    }

    static class OnlyA implements A {
    }

    static class AandB implements A, B {
    }

    static class Both implements B, C {
        public String hello() {
            return B.super.hello() + C.super.hello();
        }
    }

    public static void main(String[] args) {
        System.out.println(new OnlyA().hello() + " " + new AandB().hello() + " "
                + new Both().hello());
        C c = new Both();
        assert c.hello().equals("BAC");
    }
}
