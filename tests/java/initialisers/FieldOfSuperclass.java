// A static field that is named through a subclass initialises only the class that declares it.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class FieldOfSuperclass {
    static class Base {
        static int value = 7;

        static {
            System.out.println("Base");
        }
    }

    static class Derived extends Base {
        static {
            System.out.println("Derived");
        }
    }

    public static void main(String[] args) {
        System.out.println(Derived.value);
        System.out.println("now");
        new Derived();
    }
}
