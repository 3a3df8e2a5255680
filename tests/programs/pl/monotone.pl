// A counter that only grows, seen twice.
// BRAID: verify => valid complete
int c;
ensures first <= second
proc { c := c + 1; c := c + 1 }
proc { first := c; second := c }
