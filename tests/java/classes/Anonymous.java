// Anonymous classes of a class and of an interface, with captured variables and fields of their own.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class Anonymous {
    abstract static class Shape {
        final String name;

        Shape(String name) {
            this.name = name;
        }

        abstract int area();

        public String toString() {
            return name + ":" + area();
        }
    }

    interface Counter {
        int next();
    }

    static Counter counterFrom(int start) {
        return new Counter() {
            int now = start;

            public int next() {
                return now++;
            }
        };
    }

    public static void main(String[] args) {
        int side = 4;
        Shape square = new Shape("square") {
            int area() {
                return side * side;
            }
        };
        System.out.println(square);
        Counter a = counterFrom(5);
        Counter b = counterFrom(50);
        System.out.println(a.next() + " " + a.next() + " " + b.next());
        assert a.next() == 7 && b.next() == 51;
    }
}
