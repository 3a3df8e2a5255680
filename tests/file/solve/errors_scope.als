// EXIT: 2
abstract sig P {}
sig A, B extends P {}
one sig C {}
sig D { f: D }
run {} for 3 but exactly 2 A, exactly 2 B, 3 P
run {} for 3 but 2 C, 2 f
// EXPECT STDERR
// error[REL0200]: the scope of `P` is 3, too small for the signatures that extend it
//  --> errors_scope.als:6:1
//   |
// 6 | run {} for 3 but exactly 2 A, exactly 2 B, 3 P
//   | ^^^^^^
//
// 1 error
