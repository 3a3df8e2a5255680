// Three assignments: four final states up to equivalence (SymPaths, Example 2).
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine interp => valid
ensures x == 2 and (y == 2 or y == first) and (z == 2 or z == first)
requires x == first
proc {y := x}
proc {z := x}
proc {x := 2}
