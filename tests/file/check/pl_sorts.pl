// EXIT: 2
// Integers and booleans do not mix; names are declared once.
int n := m + 1;
bool n;
proc p {
  flag := x > 0;
  x := flag + 1;
  await(n + 1);
  y := true ? 1 : false
}
proc p { b := exists k : k == x }
formula [p, q] x == 1
// EXPECT STDERR
// error[PL0105]: the initial value depends on `m`
//  --> pl_sorts.pl:3:10
//   |
// 3 | int n := m + 1;
//   |          ^
//
// error[PL0102]: `n` is there twice
//  --> pl_sorts.pl:4:6
//   |
// 3 | int n := m + 1;
//   |     - declared here first
// 4 | bool n;
//   |      ^
//
// error[PL0102]: `p` is there twice
//   --> pl_sorts.pl:11:6
//    |
//  5 | proc p {
//    |      - declared here first
// ...
// 11 | proc p { b := exists k : k == x }
//    |      ^
//
// error[PL0101]: this must be an integer, but it is a boolean
//  --> pl_sorts.pl:7:8
//   |
// 6 |   flag := x > 0;
//   |           ----- a boolean because of this
// 7 |   x := flag + 1;
//   |        ^^^^
//
// error[PL0101]: this must be a boolean, but it is an integer
//  --> pl_sorts.pl:8:9
//   |
// 8 |   await(n + 1);
//   |         ^^^^^
//
// error[PL0101]: a boolean cannot be combined with an integer
//  --> pl_sorts.pl:9:19
//   |
// 9 |   y := true ? 1 : false
//   |                   ^^^^^
//   |               - an integer
//
// error[PL0104]: a quantifier or a modality inside a program
//   --> pl_sorts.pl:11:15
//    |
// 11 | proc p { b := exists k : k == x }
//    |               ^^^^^^^^^^^^^^^^^
//
// error[PL0103]: there is no process `q`
//   --> pl_sorts.pl:12:13
//    |
// 12 | formula [p, q] x == 1
//    |             ^
//
// 8 errors
