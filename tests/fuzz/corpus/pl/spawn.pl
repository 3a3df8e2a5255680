// Threads may start threads; join waits for all below.
// BRAID: verify => valid complete
int x;
ensures x == 3
proc { new(x := x + 1; new(x := x + 1)); join; x := x + 1 }
