// Default values, lengths, initialisers and copies by reference.
// BRAID: verify => valid
// JAVA: prints
package arrays;

public class Basics {
    public static void main(String[] args) {
        int[] a = new int[3];
        boolean[] b = new boolean[1];
        String[] s = new String[1];
        double[] d = {1, 2.5};
        char[] c = {'h', 'i'};
        System.out.println(a[2] + " " + b[0] + " " + s[0] + " " + d.length + " " + c[1]);
        int[] alias = a;
        alias[0] = 7;
        assert a[0] == 7 && a == alias;
        int[] copy = a.clone();
        copy[0] = 8;
        System.out.println(a[0] + " " + copy[0] + " " + copy.length);
        assert a != copy && !a.equals(copy);
        byte[] bytes = {(byte) 200};
        assert bytes[0] == -56;
    }
}
