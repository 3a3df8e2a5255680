// Spanning trees of connected graphs.
sig Node { edges: set Node }
fact undirected { edges = ~edges and no edges & iden }
fact connected { all n: Node | Node in n.*edges }

one sig Tree { root: lone Node, parent: Node -> lone Node }
fact tree {
  some Node implies one Tree.root
  Tree.parent in ~edges & edges
  no Tree.root.(Tree.parent)
  all n: Node - Tree.root | one n.(Tree.parent)
  acyclic[Tree.parent]
}

show: run { #Node = 4 and #edges > 6 } for 4
assert spans { all n: Node | Tree.root in n.*(Tree.parent) }
check spans for 5
assert has_n_minus_1_edges { some Node implies #Tree.parent = minus[#Node, 1] }
check has_n_minus_1_edges for 5
