// Two classes whose initialisers need each other, used first by two threads.
// BRAID: verify => deadlock cycle 2
// JAVA: may hang
package deadlocks;

public class ClassInitialisers {
    static class A {
        static int a = 1;

        static {
            a += B.b;
        }
    }

    static class B {
        static int b = 1;

        static {
            b += A.a;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(A.a > 0)).start();
        System.out.println(B.b > 0);
    }
}
