// Whether the second process may go on depends on the input; nothing depends on the order.
// BRAID: verify --engine interp => valid
// BRAID: verify --engine symex --por none => valid complete
// BRAID: verify --engine symex --por simple => valid complete
// BRAID: verify --engine symex --por guarded => valid complete
// BRAID: verify --engine symex --por mpor => valid complete
// BRAID: verify --engine symex --por sympath => valid complete
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine symex --stateful => valid complete
// BRAID: verify --engine symex --no-coarsen => valid complete
// BRAID: verify --engine symex --stateful --no-coarsen => valid complete
int done;
requires x >= 0
ensures done == 2 and x >= 2
proc { while (x < 2) { x := x + 1 }; done := done + 1 }
proc { await(x >= 2); done := done + 1 }
