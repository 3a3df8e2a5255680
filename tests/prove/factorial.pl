// PROVE: => proved
// The program of the SymPaths paper (Fig. 8), started so that it computes factorials: x is
// (i - 1)! and y is (j - 1)! all along. The third process multiplies what is finished.
int x := 1, y := 1, i := 1, j := 1;
requires m >= 1 and m <= 4 and n >= 1 and n <= 3
ensures p == -1 or p == (m == 4 ? 6 : m == 3 ? 2 : 1) * (n == 3 ? 2 : 1)
proc { while (i < m)[3] { x := x * i; i := i + 1 } }
proc { while (j < n)[2] { y := y * j; j := j + 1 } }
proc { if (i == m and j == n) { p := x * y } else { p := -1 } }
