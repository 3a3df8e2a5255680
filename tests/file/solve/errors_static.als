// EXIT: 2
sig Node { next: lone Node, table: Node -> Node }
fact arities { next in Node and some Node.Node and no ^table }
fact sorts { Node + next = Node.next and #next }
fact unknown { some n: Node | n.nxt = m }
pred p[a, b: Node] { a = b }
fact arguments { p[Node] and p[next, Node] }
fun f[n: Node]: Node { g[n] }
fun g[n: Node]: Node { f[n] }
fact higher { one s: set Node | some s }
fact { some Node' }
fact { set Node = Node }
run missing
check missing for 3 Nodes
// EXPECT STDERR
// error[REL0102]: `in` compares or combines arities 2 and 1
//  --> errors_static.als:3:16
//   |
// 3 | fact arities { next in Node and some Node.Node and no ^table }
//   |                ^^^^^^^^^^^^
//
// error[REL0104]: a join of two sets has no columns
//  --> errors_static.als:3:38
//   |
// 3 | fact arities { next in Node and some Node.Node and no ^table }
//   |                                      ^^^^^^^^^
//
// error[REL0105]: `^` needs a relation with two columns, not a relation with 3 columns
//  --> errors_static.als:3:55
//   |
// 3 | fact arities { next in Node and some Node.Node and no ^table }
//   |                                                       ^^^^^^
//
// error[REL0102]: `+` compares or combines arities 1 and 2
//  --> errors_static.als:4:14
//   |
// 4 | fact sorts { Node + next = Node.next and #next }
//   |              ^^^^^^^^^^^
//
// error[REL0103]: expected a formula, found an integer
//  --> errors_static.als:4:42
//   |
// 4 | fact sorts { Node + next = Node.next and #next }
//   |                                          ^^^^^
//
// error[REL0100]: `nxt` is not declared
//  --> errors_static.als:5:33
//   |
// 5 | fact unknown { some n: Node | n.nxt = m }
//   |                                 ^^^
//   = help: did you mean `next`?
//
// error[REL0100]: `m` is not declared
//  --> errors_static.als:5:39
//   |
// 5 | fact unknown { some n: Node | n.nxt = m }
//   |                                       ^
//
// error[REL0106]: `p` takes 2 arguments, not 1
//  --> errors_static.als:7:18
//   |
// 7 | fact arguments { p[Node] and p[next, Node] }
//   |                  ^
//
// error[REL0102]: `p` compares or combines arities 1 and 2
//  --> errors_static.als:7:30
//   |
// 7 | fact arguments { p[Node] and p[next, Node] }
//   |                              ^
//
// error[REL0108]: `one s: set …` quantifies over relations where that is not possible
//   --> errors_static.als:10:15
//    |
// 10 | fact higher { one s: set Node | some s }
//    |               ^^^^^^^^^^^^^^^^^^^^^^^^
//
// error[REL0112]: a prime has no meaning here
//   --> errors_static.als:11:13
//    |
// 11 | fact { some Node' }
//    |             ^^^^^
//
// error[REL0111]: the multiplicity `set` cannot stand here
//   --> errors_static.als:12:8
//    |
// 12 | fact { set Node = Node }
//    |        ^^^^^^^^
//
// error[REL0107]: `f` calls itself
//  --> errors_static.als:9:24
//   |
// 9 | fun g[n: Node]: Node { f[n] }
//   |                        ^
//
// error[REL0107]: `g` calls itself
//  --> errors_static.als:8:24
//   |
// 8 | fun f[n: Node]: Node { g[n] }
//   |                        ^
//
// error[REL0100]: `missing` is not declared
//   --> errors_static.als:13:5
//    |
// 13 | run missing
//    |     ^^^^^^^
//
// error[REL0100]: `missing` is not declared
//   --> errors_static.als:14:7
//    |
// 14 | check missing for 3 Nodes
//    |       ^^^^^^^
//
// 16 errors
