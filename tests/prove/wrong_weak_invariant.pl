// PROVE: => open
// The invariant holds, but does not say enough; and the loop is too long to be unfolded.
int i := 0;
requires n > 100
ensures i == n
proc { while (i < n) invariant i >= 0 { i := i + 1 } }
