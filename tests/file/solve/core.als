// EXIT: 10
sig Node { next: one Node }
fact finite { no n: Node | n in n.^next }
fact { lone Node.next }
run { some Node } for 4
check { no Node } for 4
// EXPECT STDOUT
// run$1: no instance
//   because of these together:
//     core.als:2:12: field next
//     core.als:3:15: fact finite
//     core.als:5:7: run$1
// check$2: no counterexample
//   because of these together:
//     core.als:2:12: field next
//     core.als:3:15: fact finite
//     core.als:6:1: not check$2
