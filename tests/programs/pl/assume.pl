// Executions where an assumption does not hold do not count.
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine interp => valid
ensures y > 0
proc { assume(x > 0); y := x }
