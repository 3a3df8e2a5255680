// PROVE: => proved
// Peterson's algorithm: two processes enter a critical section again and again, and never both
// at once. The proof is for executions of any length; it closes in cycles, because the states
// of the two processes repeat.
//
//   braid prove examples/peterson.pl --proof peterson.json
//   braid check-proof peterson.json --program examples/peterson.pl
bool wants0 := false, wants1 := false;
int turn := 0;
int inside := 0;

proc first {
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

proc second {
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
