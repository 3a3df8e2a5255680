// StringBuilder: append, insert, delete, reverse, set.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Builder {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("x");
        b.append(1).append('c').append(2L).append(true).append((String) null).append(new char[] {'!'});
        System.out.println(b + " " + b.length());
        b.insert(0, "start ").insert(6, 7);
        System.out.println(b);
        b.deleteCharAt(0).delete(1, 3).setCharAt(0, 'T');
        System.out.println(b.toString());
        b.setLength(4);
        System.out.println(b.reverse().append("|").replace(0, 1, "<>"));
        try {
            b.charAt(100);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        StringBuilder same = b.append("");
        assert same == b && b.indexOf("|") == b.length() - 1;
        assert b.toString() != b.toString();
    }
}
