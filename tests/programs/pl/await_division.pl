// A condition without a value fails, but not while another part decides.
// BRAID: verify --engine interp => invalid exceptional line 18
// BRAID: verify --engine symex --por none => invalid exceptional line 18
// BRAID: verify --engine symex --por simple => invalid exceptional line 18
// BRAID: verify --engine symex --por guarded => invalid exceptional line 18
// BRAID: verify --engine symex --por mpor => invalid exceptional line 18
// BRAID: verify --engine symex --por sympath => invalid exceptional line 18
// BRAID: verify --engine symex => invalid exceptional line 18
// BRAID: verify --engine symex --stateful => invalid exceptional line 18
// BRAID: verify --engine symex --no-coarsen => invalid exceptional line 18
// BRAID: verify --engine symex --stateful --no-coarsen => invalid exceptional line 18
int x := 1;
requires y >= 0
proc { await(y == 0 or 4 / y > x) }
proc { y := y - 1 }
proc { await(4 / x == 4); x := 0 }
proc { await(x == 0 or 1 / x == 1);
       await(4 / x == 9) }             // fails
