// An assumption that reads a variable in its own step was decided when the step was taken:
// other inputs were lost to threads that moved independently.
// BRAID: verify --engine interp => invalid assert line 14
// BRAID: verify --engine symex --por none => invalid assert line 14
// BRAID: verify --engine symex --por simple => invalid assert line 14
// BRAID: verify --engine symex --por guarded => invalid assert line 14
// BRAID: verify --engine symex --por mpor => invalid assert line 14
// BRAID: verify --engine symex --por sympath => invalid assert line 14
// BRAID: verify --engine symex => invalid assert line 14
// BRAID: verify --engine symex --stateful => invalid assert line 14
// BRAID: verify --engine symex --no-coarsen => invalid assert line 14
// BRAID: verify --engine symex --stateful --no-coarsen => invalid assert line 14
proc { assume(x > 0) }
proc { assert(x > 0) }                 // fails
