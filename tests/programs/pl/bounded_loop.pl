// A bound ends a loop although its condition holds.
// BRAID: verify => valid complete
int i;
ensures i == 3
proc { while (true)[3] { i := i + 1 } }
