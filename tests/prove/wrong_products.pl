// PROVE: => refuted ensures
// The third process may look at the first two while they are at work.
int i := 1, j := 1, x := 1, y := 1;
requires m == 3 and n == 2
ensures p == x * y
proc { while (i < m) { x := x * i; i := i + 1 } }
proc { while (j < n) { y := y * j; j := j + 1 } }
proc { if (i == m and j == n) { p := x * y } else { p := -1 } }
