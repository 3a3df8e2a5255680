// Without the turn both may wait for ever.
// BRAID: verify => deadlock
// BRAID: verify --engine mc => deadlock
bool want0, want1;
proc { want0 := true; await(not want1); want0 := false }
proc { want1 := true; await(not want0); want1 := false }
