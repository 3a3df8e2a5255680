// PROVE: => proved
// PROVE: --no-merge => proved
// Peterson's algorithm, once each: no update is lost, whatever the turn is at the start.
bool wants0 := false, wants1 := false;
int x := 0;
ensures x == 2
proc {
  wants0 := true;
  turn := 1;
  await(not wants1 or turn == 0);
  a := x;
  x := a + 1;
  wants0 := false
}
proc {
  wants1 := true;
  turn := 0;
  await(not wants0 or turn == 1);
  b := x;
  x := b + 1;
  wants1 := false
}
