// For one input nobody makes the condition true.
// BRAID: verify --engine interp => deadlock
// BRAID: verify --engine symex --por none => deadlock
// BRAID: verify --engine symex --por simple => deadlock
// BRAID: verify --engine symex --por guarded => deadlock
// BRAID: verify --engine symex --por mpor => deadlock
// BRAID: verify --engine symex --por sympath => deadlock
// BRAID: verify --engine symex => deadlock
// BRAID: verify --engine symex --stateful => deadlock
// BRAID: verify --engine symex --no-coarsen => deadlock
// BRAID: verify --engine symex --stateful --no-coarsen => deadlock
requires x >= 0 and x <= 3
proc { await(x != 1); x := 0 }
proc { if (x > 1) { x := x + 1 } }
