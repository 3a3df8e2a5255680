// ARGS: explore %s
// EXIT: 2
proc { while (i < m) { while (b)[1] { x := x * i } } }
// EXPECT STDERR
// error[PL0204]: this loop has no bound
//  --> no_bound.pl:3:8
//   |
// 3 | proc { while (i < m) { while (b)[1] { x := x * i } } }
//   |        ^^^^^^^^^^^^^
//   = help: write a number of iterations behind the condition, or give `--bound N`
//
// 1 error
