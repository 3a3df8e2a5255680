// ARGS: verify %s --entry Inputs.sum
// EXIT: 12
public class Inputs {
    static class Node { int value; Node next; Node(int v) { value = v; } }
    static int sum(Node n, int[] a, long k, String s) {
        int total = 0;
        while (n != null) { total += n.value; n = n.next; }
        if (a != null) for (int x : a) total += x;
        assert total != 12 || s == null || k != 77L || !s.equals("hi") : "total " + total;
        return total;
    }
    public static void main(String[] args) { sum(null, null, 0, null); }
}
// EXPECT STDOUT
// invalid  Inputs.sum(Inputs$Node, int[], long, java.lang.String): java.lang.AssertionError: total 12 is not caught
//
// inputs
//   n = null
//   a = int[]#1
//   k = 77
//   s = "hi"
// heap
//   int[]#1 = [12]
//
// execution
//   #  line
//   #     6  int total = 0;                                     total = 0
//   #     7  while (n != null) { total += n.value; n = n.next…
//   #     8  if (a != null) for (int x : a) total += x;         reads int[]#1[0] = 12; x = 12; total = 12
// > #     9  assert total != 12 || s == null || k != 77L || !…  throws java.lang.AssertionError: total 12
//
// Exception in thread "main" java.lang.AssertionError: total 12
//     at Inputs.sum(Inputs.java:9)
//  --> Inputs.java:9:9
//   |
// 9 |         assert total != 12 || s == null || k != 77L || !s.equals("hi") : "total " + total;
//   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ thrown here
//
// 6 executions, # steps
