// The last process may go on only after the write of y and before those of x: an
// execution in which several writes change places with it.
// BRAID: verify --engine interp => invalid assert line 19
// BRAID: verify --engine symex --por none => invalid assert line 19
// BRAID: verify --engine symex --por simple => invalid assert line 19
// BRAID: verify --engine symex --por guarded => invalid assert line 19
// BRAID: verify --engine symex --por mpor => invalid assert line 19
// BRAID: verify --engine symex --por sympath => invalid assert line 19
// BRAID: verify --engine symex => invalid assert line 19
// BRAID: verify --engine symex --stateful => invalid assert line 19
// BRAID: verify --engine symex --no-coarsen => invalid assert line 19
// BRAID: verify --engine symex --stateful --no-coarsen => invalid assert line 19
int x, y;
proc { x := x + 1 }
proc { y := 1 }
proc { x := x - 1 }
proc {
  await(x == 0 and y == 1);
  assert(x != 1)                       // fails
}
