// An assignment is one step, whatever it reads.
// BRAID: verify => valid complete
int x;
ensures x == 2
proc { x := x + 1 }
proc { x := x + 1 }
