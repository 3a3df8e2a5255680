// Two processes take turns for ever: few states, seen once each.
// BRAID: verify --engine interp => valid
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine symex --stateful => valid complete
// BRAID: verify --engine symex --no-coarsen => valid complete
// BRAID: verify --engine symex --stateful --no-coarsen => valid complete
int turn, inside;
requires limit > 0
proc { while (true) { await(turn == 0); inside := inside + 1; assert(inside <= limit); inside := inside - 1; turn := 1 } }
proc { while (true) { await(turn == 1); inside := inside + 1; assert(inside <= limit); inside := inside - 1; turn := 0 } }
