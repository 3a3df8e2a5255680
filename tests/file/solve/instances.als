// ARGS: solve %s --all 5
// EXIT: 0
sig Node { next: lone Node }
fact { no n: Node | n in n.^next }
lists: run { one n: Node | no next.n } for exactly 3 Node
