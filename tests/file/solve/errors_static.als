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
