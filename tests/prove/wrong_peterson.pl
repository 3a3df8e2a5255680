// PROVE: => refuted assert
// Peterson's algorithm with the turn given away too early.
bool wants0 := false, wants1 := false;
int turn := 0;
int inside := 0;
proc {
  while (true) {
    turn := 1;
    wants0 := true;
    await(not wants1 or turn == 0);
    inside := inside + 1;
    assert(inside == 1);
    inside := inside - 1;
    wants0 := false
  }
}
proc {
  while (true) {
    turn := 0;
    wants1 := true;
    await(not wants0 or turn == 1);
    inside := inside + 1;
    assert(inside == 1);
    inside := inside - 1;
    wants1 := false
  }
}
