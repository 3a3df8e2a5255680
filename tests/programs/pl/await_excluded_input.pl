// Two processes wait, and for no input do both wait for ever.
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
bool p;
ensures p
proc { await(x > 0 or p); p := true }
proc { await(x <= 0 or p); p := true }
