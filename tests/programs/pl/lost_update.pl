// Reading and writing in two steps loses an update.
// BRAID: verify => invalid ensures line 4
int x;
ensures x == 2  // fails
proc { a := x; x := a + 1 }
proc { b := x; x := b + 1 }
