// PROVE: => proved
// Mutual exclusion by a turn variable. The loops have no invariants: the states repeat, so the
// proof closes in cycles.
int turn := 0;
int inside := 0;
proc left {
  while (true) {
    await(turn == 0);
    inside := inside + 1;
    assert(inside == 1);
    inside := inside - 1;
    turn := 1
  }
}
proc right {
  while (true) {
    await(turn == 1);
    inside := inside + 1;
    assert(inside == 1);
    inside := inside - 1;
    turn := 0
  }
}
