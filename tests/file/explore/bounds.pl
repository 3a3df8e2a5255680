// ARGS: explore %s --bound 2,1
proc { while (i < m) { x := x * i; i := i + 1 } }
proc { while (j < n)[7] { y := y * j; j := j + 1 } }
proc { if (i == m and j == n) { p := x * y } else { p := -1 } }
// EXPECT STDOUT
// plain: 58944 states at the end, 132884 steps, at most 58944 states at once
