// PROVE: => proved
// Peterson's algorithm, for ever.
bool wants0 := false, wants1 := false;
int turn := 0;
int inside := 0;
proc {
  while (true) {
    wants0 := true;
    turn := 1;
    await(not wants1 or turn == 0);
    inside := inside + 1;
    assert(inside == 1);
    inside := inside - 1;
    wants0 := false
  }
}
proc {
  while (true) {
    wants1 := true;
    turn := 0;
    await(not wants0 or turn == 1);
    inside := inside + 1;
    assert(inside == 1);
    inside := inside - 1;
    wants1 := false
  }
}
