// The flags are set too late, so that both get in.
// BRAID: verify => invalid assert line 6
// BRAID: verify --engine mc => invalid assert line 6
bool want0, want1;
int inside;
proc { await(not want1); want0 := true; inside := inside + 1; assert(inside == 1); inside := inside - 1; want0 := false }  // fails
proc { await(not want0); want1 := true; inside := inside + 1; inside := inside - 1; want1 := false }
