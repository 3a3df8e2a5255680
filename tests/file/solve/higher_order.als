// EXIT: 2
sig A {}
works: check { all s: set A | some t: A | t in s or no s } for 3
run { all s: set A | lone s } for 3
// EXPECT STDERR
// error[REL0108]: `s: …` quantifies over relations where that is not possible
//  --> higher_order.als:4:7
//   |
// 4 | run { all s: set A | lone s } for 3
//   |       ^^^^^^^^^^^^^^^^^^^^^
//
// 1 error
