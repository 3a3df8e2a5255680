// Constants are compiled in: reading one does not initialise its class, other finals do.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class Constants {
    static class Holder {
        static final int CONSTANT = 42;
        static final String TEXT = "text";
        static final Integer BOXED = 43;

        static {
            System.out.println("Holder");
        }
    }

    public static void main(String[] args) {
        System.out.println(Holder.CONSTANT);
        System.out.println(Holder.TEXT);
        System.out.println(Holder.BOXED);
        assert Holder.CONSTANT + 1 == Holder.BOXED;
    }
}
