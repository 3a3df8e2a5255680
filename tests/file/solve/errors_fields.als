// EXIT: 2
sig Node { next: lone Nod, val: Int, val: Node }
fact { all n: Node | n.next = n }
