// instanceof with classes, interfaces, null and patterns.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class InstanceOf {
    interface Named {
    }

    static class A implements Named {
    }

    static class B extends A {
    }

    static String describe(Object o) {
        if (o instanceof Integer i && i > 10) {
            return "large " + i;
        }
        if (o instanceof String s) {
            return "text of " + s.length();
        }
        if (!(o instanceof Integer n)) {
            return "other";
        }
        return "small " + (n + 1);
    }

    public static void main(String[] args) {
        Object b = new B();
        System.out.println((b instanceof A) + " " + (b instanceof Named) + " "
                + (new A() instanceof B) + " " + (null instanceof A));
        System.out.println(describe(42) + ", " + describe(4) + ", " + describe("four") + ", "
                + describe(4L) + ", " + describe(null));
        assert describe(11).equals("large 11");
    }
}
