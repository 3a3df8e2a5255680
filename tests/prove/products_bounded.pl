// PROVE: => proved
// The same with loops of at most one iteration, from 1: then the products are factorials.
int x := 1, y := 1, i := 1, j := 1;
requires m == 2 and n == 2
ensures p == -1 or p == 1
proc { while (i < m)[1] { x := x * i; i := i + 1 } }
proc { while (j < n)[1] { y := y * j; j := j + 1 } }
proc { if (i == m and j == n) { p := x * y } else { p := -1 } }
