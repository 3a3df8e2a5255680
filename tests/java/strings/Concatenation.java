// + with every type, null, and characters beside numbers.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Concatenation {
    public static void main(String[] args) {
        String none = null;
        Object object = null;
        byte b = -1;
        short s = 300;
        char c = 'c';
        long l = 1L << 40;
        boolean t = true;
        System.out.println("" + b + s + c + l + t + none + object + 'x' + 1 + 2L);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println(c + 1 + "" + c + 1);
        String text = "a";
        text += 1;
        text += 'b';
        text += null;
        System.out.println(text);
        char[] chars = {'o', 'k'};
        System.out.println(chars);
        System.out.println(String.valueOf(chars) + chars.length);
        assert text.equals("a1bnull");
    }
}
