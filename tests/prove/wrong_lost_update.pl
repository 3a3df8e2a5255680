// PROVE: => refuted ensures
// Reading and writing are two steps: an update can be lost.
int x := 0;
ensures x == 2
proc { a := x; x := a + 1 }
proc { b := x; x := b + 1 }
