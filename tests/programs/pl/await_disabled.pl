// A condition that held is false again: the process that missed it waits for ever.
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
bool open;
proc { open := true; open := false }
proc { await(open) }
