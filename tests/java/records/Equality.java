// Components are compared by equals if they are objects, numbers as their boxes compare.
// BRAID: verify => valid
// JAVA: prints
package records;

public class Equality {
    record Text(String text, int[] data) {
    }

    record Number(double value) {
    }

    public static void main(String[] args) {
        int[] data = {1};
        String ab = "a";
        ab += "b";
        Text a = new Text("ab", data);
        Text b = new Text(ab, data);
        Text c = new Text("ab", new int[] {1});
        System.out.println(a.equals(b) + " " + a.equals(c) + " "
                + new Text(null, null).equals(new Text(null, null)));
        double nan = 0.0 / 0.0;
        System.out.println(new Number(nan).equals(new Number(nan)) + " "
                + new Number(0.0).equals(new Number(-0.0)));
        assert a.equals(b) && !a.equals(c);
    }
}
