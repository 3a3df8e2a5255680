// The type of a conditional expression is that of both sides: an int becomes a double, a char stays.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class ConditionalTypes {
    public static void main(String[] args) {
        boolean yes = args.length == 0;
        Object o = yes ? 1 : 2.0;
        System.out.println(o instanceof Double);
        char x = 'X';
        int i = 0;
        System.out.println(yes ? x : 0);
        System.out.println(yes ? x : i);
        long l = yes ? 1 : 2L;
        assert l == 1;
        int max = 3 > 4 ? 3 : 4 > 5 ? 4 : 5;
        assert max == 5;
    }
}
