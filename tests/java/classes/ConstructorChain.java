// The superclass is made first, then fields with initialisers, then the body of the constructor.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class ConstructorChain {
    static String log = "";

    static int note(String text) {
        log += text + " ";
        return log.length();
    }

    static class Base {
        int a = note("Base.a");

        {
            note("Base.block");
        }

        Base() {
            note("Base()");
            hook();
        }

        void hook() {
            note("Base.hook");
        }
    }

    static class Derived extends Base {
        int b = note("Derived.b");

        Derived() {
            this(3);
            note("Derived()");
        }

        Derived(int x) {
            super();
            note("Derived(int)");
        }

        @Override
        void hook() {
            note("Derived.hook" + b);
        }
    }

    public static void main(String[] args) {
        Derived d = new Derived();
        System.out.println(log);
        assert d.b > d.a;
    }
}
