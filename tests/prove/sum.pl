// PROVE: => proved
// One process: the sum of the first numbers.
int s := 0, i := 0;
requires n >= 0
ensures 2 * s == n * (n - 1)
proc {
  while (i < n) invariant 2 * s == i * (i - 1) and i <= n {
    s := s + i;
    i := i + 1
  }
}
