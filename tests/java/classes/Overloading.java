// Overloads are chosen when the program is compiled, by the types of the arguments.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class Overloading {
    static String f(int x) {
        return "int";
    }

    static String f(long x) {
        return "long";
    }

    static String f(double x) {
        return "double";
    }

    static String f(Integer x) {
        return "Integer";
    }

    static String f(Object x) {
        return "Object";
    }

    static String f(String x) {
        return "String";
    }

    public static void main(String[] args) {
        byte b = 1;
        Object text = "text";
        System.out.println(f(b) + " " + f('c') + " " + f(1L) + " " + f(1f) + " "
                + f(Integer.valueOf(1)) + " " + f("s") + " " + f(text) + " " + f(true));
        assert f(text).equals("Object");
    }
}
