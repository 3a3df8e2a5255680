// ARGS: solve %s --all 5
// EXIT: 0
sig Node { next: lone Node }
fact { no n: Node | n in n.^next }
lists: run { one n: Node | no next.n } for exactly 3 Node
// EXPECT STDOUT
// lists: instance found
//   instance 1
//     sig Node  = {Node$0, Node$1, Node$2}
//     Node.next = {Node$0->Node$1, Node$2->Node$0}
//   instance 2
//     sig Node  = {Node$0, Node$1, Node$2}
//     Node.next = {Node$0->Node$1, Node$1->Node$2}
//   there are no others
