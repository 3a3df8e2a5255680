// Executions where an assumption does not hold do not count.
// BRAID: verify => valid complete
ensures y > 0
proc { assume(x > 0); y := x }
