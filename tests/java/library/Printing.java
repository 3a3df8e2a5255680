// print and println of every type, to standard output; what goes to standard error is not there.
// BRAID: verify => valid
// JAVA: prints
package library;

public class Printing {
    public static void main(String[] args) {
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(true);
        System.out.print("text");
        System.out.print((String) null);
        System.out.print((Object) null);
        System.out.println();
        System.out.println('c');
        System.out.println(-1L);
        System.out.println(false);
        System.out.println(new char[] {'a', 'b'});
        System.err.println("not shown");
        System.out.printf("%d %s %c %b%%%n", 5, "five", '5', true);
        System.out.println(String.format("no arguments"));
    }
}
