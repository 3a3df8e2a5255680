// A sealed interface over records, taken apart by patterns of instanceof.
// BRAID: verify => valid
// JAVA: prints
package records;

public class Sealed {
    sealed interface Expr permits Num, Sum, Product {
    }

    record Num(int value) implements Expr {
    }

    record Sum(Expr left, Expr right) implements Expr {
    }

    record Product(Expr left, Expr right) implements Expr {
    }

    static int eval(Expr e) {
        if (e instanceof Num n) {
            return n.value();
        } else if (e instanceof Sum s) {
            return eval(s.left()) + eval(s.right());
        } else if (e instanceof Product p) {
            return eval(p.left()) * eval(p.right());
        }
        throw new AssertionError();
    }

    public static void main(String[] args) {
        Expr e = new Sum(new Num(2), new Product(new Num(4), new Num(10)));
        System.out.println(eval(e) + " " + e);
        assert eval(e) == 42;
    }
}
