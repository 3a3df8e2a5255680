// ARGS: prove %s
int i := 0;
requires n >= 0
ensures i == n
proc { while (i < n) invariant i <= n { i := i + 1 } }
proc { skip }
