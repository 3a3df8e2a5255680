// Without join the last assignment may come first.
// BRAID: verify => invalid ensures line 4
int x;
ensures x == 2  // fails
proc { new(x := 1); x := 2 }
