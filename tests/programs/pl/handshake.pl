// A value is handed over.
// BRAID: verify => valid
// BRAID: verify --engine mc --range -1..3 => valid
bool full;
ensures got == sent
proc producer { cell := sent; full := true }
proc consumer { await(full); got := cell; full := false }
