// Three processes wait for each other. They arrive in one of six orders; in which order they
// go on makes no difference.
// BRAID: verify --engine symex --no-stateful --por guarded => valid complete paths 6
// BRAID: verify --engine symex --no-stateful --por mpor => valid complete paths 6
// BRAID: verify --engine symex --no-stateful --por sympath => valid complete paths 6
// BRAID: verify --engine symex --no-stateful => valid complete paths 6
// BRAID: verify --engine symex --no-stateful --no-coarsen => valid complete paths 6
// BRAID: verify --engine symex --stateful => valid complete paths 1
// BRAID: verify --engine interp => valid complete
int arrived;
proc { arrived := arrived + 1; await(arrived == 3) }
proc { arrived := arrived + 1; await(arrived == 3) }
proc { arrived := arrived + 1; await(arrived == 3) }
