// A cast to a class that the object does not have.
// BRAID: verify => invalid line 17 throws java.lang.ClassCastException
// JAVA: prints
package classes;

public class BadCast {
    static class A {
    }

    static class B extends A {
    }

    static class C extends A {
    }

    static B toB(A a) {
        return (B) a; // fails
    }

    public static void main(String[] args) {
        toB(null);
        toB(new B());
        System.out.println("so far");
        toB(new C());
    }
}
