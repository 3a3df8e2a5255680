// The first process may go on only before either of two independent writes.
// BRAID: verify --engine interp => invalid assert line 13
// BRAID: verify --engine symex --por none => invalid assert line 13
// BRAID: verify --engine symex --por simple => invalid assert line 13
// BRAID: verify --engine symex --por guarded => invalid assert line 13
// BRAID: verify --engine symex --por mpor => invalid assert line 13
// BRAID: verify --engine symex --por sympath => invalid assert line 13
// BRAID: verify --engine symex => invalid assert line 13
// BRAID: verify --engine symex --stateful => invalid assert line 13
// BRAID: verify --engine symex --no-coarsen => invalid assert line 13
// BRAID: verify --engine symex --stateful --no-coarsen => invalid assert line 13
int x, y;
proc { await(x == 0 and y == 0 or x == 2); assert(x == 2) }    // fails
proc { x := 1; x := 2 }
proc { y := 1 }
