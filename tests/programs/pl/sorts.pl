// The sorts of undeclared variables follow from their uses.
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine interp => valid
requires ready
ensures ready == (x >= 0)
proc { copy := ready; ready := copy and true; x := copy ? 1 : -1 }
