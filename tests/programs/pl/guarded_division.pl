// `and` does not evaluate what it does not need.
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine interp => valid
proc { if (d != 0 and 10 / d > 1) { x := 1 } }
