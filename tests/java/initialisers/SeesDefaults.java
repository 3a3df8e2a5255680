// A static method that runs during initialisation sees fields that are still at their defaults.
// BRAID: verify => invalid line 19 throws java.lang.AssertionError
// JAVA: prints
package initialisers;

public class SeesDefaults {
    static class Registry {
        static final Registry INSTANCE = new Registry();
        static int limit = 10;
        final int mine;

        Registry() {
            mine = limit;
        }
    }

    public static void main(String[] args) {
        System.out.println(Registry.INSTANCE.mine + " " + Registry.limit);
        assert Registry.INSTANCE.mine == 10; // fails
    }
}
