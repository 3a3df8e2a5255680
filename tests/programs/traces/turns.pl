// Four processes, each waits for its turn: there is one execution, and nobody tries in vain.
// BRAID: verify --engine symex --no-stateful --por none => valid complete paths 1 pruned 0
// BRAID: verify --engine symex --no-stateful --por simple => valid complete paths 1 pruned 0
// BRAID: verify --engine symex --no-stateful --por guarded => valid complete paths 1 pruned 0
// BRAID: verify --engine symex --no-stateful --por mpor => valid complete paths 1 pruned 0
// BRAID: verify --engine symex --no-stateful --por sympath => valid complete paths 1 pruned 0
// BRAID: verify --engine symex --no-stateful => valid complete paths 1 pruned 0
int turn;
requires c == start
ensures c == start + 4
proc { await(turn == 0); c := c + 1; turn := 1 }
proc { await(turn == 1); c := c + 1; turn := 2 }
proc { await(turn == 2); c := c + 1; turn := 3 }
proc { await(turn == 3); c := c + 1 }
