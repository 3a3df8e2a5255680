// An assumption was decided by the value that the variable had at an earlier statement.
// BRAID: verify --engine interp => invalid assert line 15
// BRAID: verify --engine symex --por none => invalid assert line 15
// BRAID: verify --engine symex --por simple => invalid assert line 15
// BRAID: verify --engine symex --por guarded => invalid assert line 15
// BRAID: verify --engine symex --por mpor => invalid assert line 15
// BRAID: verify --engine symex --por sympath => invalid assert line 15
// BRAID: verify --engine symex => invalid assert line 15
// BRAID: verify --engine symex --stateful => invalid assert line 15
// BRAID: verify --engine symex --no-coarsen => invalid assert line 15
// BRAID: verify --engine symex --stateful --no-coarsen => invalid assert line 15
int y;
proc {
  y := x; x := 5; assume(x > 0);
  assert(y > 0)                        // fails
}
