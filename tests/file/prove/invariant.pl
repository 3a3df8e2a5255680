// ARGS: prove %s
int i := 0;
requires n >= 0
ensures i == n
proc { while (i < n) invariant i <= n { i := i + 1 } }
proc { skip }
// EXPECT STDOUT
// proved  contract
//   14 sequents: 2 closed by the solver, 2 merged, 2 instances of others
//   invariants
//     line 5 of process 0, at the start: holds
//     line 5 of process 0, after process 0: i := i + 1 (line 5): holds
