// EXIT: 2
sig Node { next: lone Nod, val: Int, val: Node }
fact { all n: Node | n.next = n }
// EXPECT STDERR
// error[REL0100]: `Nod` is not declared
//  --> errors_fields.als:2:23
//   |
// 2 | sig Node { next: lone Nod, val: Int, val: Node }
//   |                       ^^^
//   = help: did you mean `Node`?
//
// error[REL0101]: `val` is declared twice
//  --> errors_fields.als:2:38
//   |
// 2 | sig Node { next: lone Nod, val: Int, val: Node }
//   |                                      ^^^
//
// 2 errors
