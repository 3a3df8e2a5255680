// ARGS: prove %s
// The second process breaks the invariant of the first.
int i := 0;
requires n > 100
ensures i == n
proc first { while (i < n) invariant i <= n { i := i + 1 } }
proc second { await(i == 50); i := n + 1 }
