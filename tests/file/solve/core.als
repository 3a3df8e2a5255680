// EXIT: 10
sig Node { next: one Node }
fact finite { no n: Node | n in n.^next }
fact { lone Node.next }
run { some Node } for 4
check { no Node } for 4
