// EXIT: 2
sig Node { next: lone Node }
sig Leaf extends Nodes {}
// EXPECT STDERR
// error[REL0114]: `Nodes` is not a signature
//  --> errors.als:3:18
//   |
// 3 | sig Leaf extends Nodes {}
//   |                  ^^^^^
//
// 1 error
