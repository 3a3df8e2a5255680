// A counter that only grows, seen twice.
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine interp => valid
int c;
ensures first <= second
proc { c := c + 1; c := c + 1 }
proc { first := c; second := c }
