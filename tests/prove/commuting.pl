// PROVE: => proved
// PROVE: --no-merge => proved
// Steps that do not interfere: most sequents are merged.
int x := 0, y := 0;
ensures x == 3 and y == 3
proc { x := x + 1; x := x + 1; x := x + 1 }
proc { y := y + 1; y := y + 1; y := y + 1 }
