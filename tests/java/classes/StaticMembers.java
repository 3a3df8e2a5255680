// Static fields belong to the class: all objects, and its subclasses, share them.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class StaticMembers {
    static class Base {
        static int made;

        Base() {
            made++;
        }

        static String name() {
            return "Base";
        }
    }

    static class Derived extends Base {
        static String name() {
            return "Derived";
        }
    }

    public static void main(String[] args) {
        new Base();
        new Derived();
        Derived.made += 10;
        System.out.println(Base.made + " " + Base.name() + " " + Derived.name());
        Base nothing = null;
        System.out.println(nothing.made);
        assert Base.made == 12;
    }
}
