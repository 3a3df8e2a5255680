// A method of a superclass is preferred to a default method; an abstract class may leave it open.
// BRAID: verify => valid
// JAVA: prints
package interfaces;

public class ClassWins {
    interface Named {
        int LIMIT = 5;

        default String name() {
            return "interface";
        }
    }

    static class Base {
        public String name() {
            return "class";
        }
    }

    static class Derived extends Base implements Named {
    }

    abstract static class Open implements Named {
        public abstract String name();
    }

    static class Closed extends Open {
        public String name() {
            return "closed" + LIMIT;
        }
    }

    public static void main(String[] args) {
        Named n = new Derived();
        Named c = new Closed();
        System.out.println(n.name() + " " + c.name());
        assert n.name().equals("class");
    }
}
