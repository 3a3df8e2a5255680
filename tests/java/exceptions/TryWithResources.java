// Resources are closed in the reverse order; what their close throws is suppressed.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class TryWithResources {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean bad;

        Resource(String name, boolean bad) {
            this.name = name;
            this.bad = bad;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (bad) {
                throw new IllegalStateException("close " + name);
            }
        }
    }

    static void use(boolean fail) {
        try (Resource a = new Resource("a", false); Resource b = new Resource("b", true);
                Resource none = null) {
            System.out.println(a.name + b.name + none);
            if (fail) {
                throw new RuntimeException("body");
            }
        }
    }

    public static void main(String[] args) {
        try {
            use(true);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + ", " + e.getSuppressed().length + " "
                    + e.getSuppressed()[0].getMessage());
        }
        try {
            use(false);
            assert false;
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length);
        }
    }
}
