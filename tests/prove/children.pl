// PROVE: => proved
// Threads that are started and waited for.
int x := 0, y := 0;
ensures z == 3
proc {
  new(x := 1);
  new(y := 2);
  join;
  z := x + y
}
