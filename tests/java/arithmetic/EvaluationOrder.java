// Operands are evaluated from left to right; the left side of an assignment comes first.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class EvaluationOrder {
    static int step(int value) {
        System.out.print(value + " ");
        return value;
    }

    public static void main(String[] args) {
        int result = step(1) + step(2) * step(3) - (step(4) - step(5));
        System.out.println("= " + result);
        int i = 3;
        i = i++ + ++i;
        System.out.println(i);
        int[] a = new int[2];
        int index = 0;
        a[index] = index = 1;
        assert a[0] == 1 && a[1] == 0;
        int j = 2;
        int sum = j + (j = 5) * j;
        System.out.println(sum);
        assert sum == 27;
    }
}
