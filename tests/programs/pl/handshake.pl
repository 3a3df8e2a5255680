// A value is handed over.
// BRAID: verify => valid complete
bool full;
ensures got == sent
proc producer { cell := sent; full := true }
proc consumer { await(full); got := cell; full := false }
