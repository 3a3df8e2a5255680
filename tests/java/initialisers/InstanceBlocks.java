// Blocks and initialisers of fields run in the order of the text, in each constructor that does not call another.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class InstanceBlocks {
    int a = 1;
    int b;

    {
        b = a + 1;
        a = 10;
    }

    int c = a + b;

    InstanceBlocks() {
        c++;
    }

    InstanceBlocks(int d) {
        this();
        c += d;
    }

    public static void main(String[] args) {
        InstanceBlocks x = new InstanceBlocks(100);
        System.out.println(x.a + " " + x.b + " " + x.c);
        assert x.c == 113;
    }
}
