// A call of a method that has no model: unknown, with its name.
// BRAID: verify => unknown reason java.lang.Math.cbrt
// JAVA: prints
package library;

public class NotModelled {
    public static void main(String[] args) {
        System.out.println("before");
        System.out.println(String.valueOf(Math.cbrt(27.0)).length());
    }
}
