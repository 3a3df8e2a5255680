// Three processes wait for each other. They arrive in one of six orders; in which order they
// go on makes no difference.
// BRAID: verify --no-stateful --por guarded => valid complete paths 6
// BRAID: verify --no-stateful --por mpor => valid complete paths 6
// BRAID: verify --no-stateful --por sympath => valid complete paths 6
// BRAID: verify --no-stateful => valid complete paths 6
// BRAID: verify --no-stateful --no-coarsen => valid complete paths 6
// BRAID: verify --stateful => valid complete paths 1
// BRAID: verify --engine interp => valid complete
int arrived;
proc { arrived := arrived + 1; await(arrived == 3) }
proc { arrived := arrived + 1; await(arrived == 3) }
proc { arrived := arrived + 1; await(arrived == 3) }
