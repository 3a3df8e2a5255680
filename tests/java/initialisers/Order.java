// A class is initialised at its first use, after its superclass, top to bottom.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class Order {
    static void say(String text) {
        System.out.println(text);
    }

    static class Base {
        static int b = 1;

        static {
            say("Base");
        }
    }

    static class Derived extends Base {
        static int d = b + 1;

        static {
            say("Derived " + d);
        }

        static void touch() {
            say("touch");
        }
    }

    static class Unused {
        static {
            say("never");
        }
    }

    public static void main(String[] args) {
        say("main");
        Derived.touch();
        Derived.touch();
        Unused[] none = new Unused[3];
        Class<?> literal = Unused.class;
        say(none.length + " " + (literal != null));
    }
}
