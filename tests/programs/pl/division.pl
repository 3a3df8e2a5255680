// Another process makes the divisor zero.
// BRAID: verify => invalid exceptional
int d := 2;
proc { x := 10 / d }
proc { d := 0 }
