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
// invalid  contract: the postcondition does not hold at the end
//
// inputs
//   a = 0
//   b = 0
//
// execution
//   step  thread  method     line
//      1  1       process 0     5  a := x
//      2  2       process 1     6  b := x
//      3  1       process 0     5  x := a + 1  x = 1
// >    4  2       process 1     6  x := b + 1
//
// the postcondition does not hold at the end
//  --> refuted.pl:4:1
//   |
// 4 | ensures x == 2
//   | ^^^^^^^^^^^^^^
//
// 1 execution, 14 steps
