// PROVE: => open
// Without an invariant there is nothing but unfolding.
requires i == 0 and n > 100
ensures i == n
proc { while (i < n) { i := i + 1 } }
