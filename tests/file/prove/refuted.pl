// ARGS: prove %s
// EXIT: 10
int x := 0;
ensures x == 2
proc { a := x; x := a + 1 }
proc { b := x; x := b + 1 }
// EXPECT STDOUT
// refuted  contract
//   20 sequents: 1 closed by the solver, 1 merged, 0 instances of others
//
// invalid  main: `ensures` of main does not hold
//
// inputs
//   a = 0
//   b = 0
//
// execution
//   step  thread  method  line
//      1  1       main       5  proc            starts thread 2: proc0(), starts thread 3: proc1(): a = 0, b = 0
//      2  2       proc0      5  a := x          a = 0
//      3  3       proc1      6  b := x          b = 0
//      4  2       proc0      5  x := a + 1      ends: x = 1
//      5  3       proc1      6  x := b + 1      ends: x = 1
// >    6  1       main       4  ensures x == 2  `ensures` of main does not hold: x = 1
//
// thread 1: `ensures` of main does not hold
//  --> refuted.pl:4:1
//   |
// 4 | ensures x == 2
//   | ^^^^^^^^^^^^^^ x = 1
//
// 1 execution, 14 steps
