// Peterson's algorithm with await: the critical sections exclude each other.
// BRAID: verify => valid complete
// BRAID: verify --engine mc => valid
bool want0, want1;
int turn, inside;
proc {
  want0 := true;
  turn := 1;
  await(not want1 or turn == 0);
  inside := inside + 1;
  assert(inside == 1);
  inside := inside - 1;
  want0 := false
}
proc {
  want1 := true;
  turn := 0;
  await(not want0 or turn == 1);
  inside := inside + 1;
  assert(inside == 1);
  inside := inside - 1;
  want1 := false
}
