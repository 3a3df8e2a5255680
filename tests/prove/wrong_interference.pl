// PROVE: => open
// The other process does not preserve the invariant.
requires c == 0 and i == 0 and n > 100
ensures c == n
proc { while (i < n) invariant c == i and i <= n { c := c + 1; i := i + 1 } }
proc { c := c + 0; await(i == 200); c := 7 }
