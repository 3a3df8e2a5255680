// PROVE: => proved
// Two processes that only ever count upwards.
requires c == old
ensures c >= old
proc {
  while (i < n) invariant c >= old {
    c := c + 1;
    i := i + 1
  }
}
proc {
  while (j < m) invariant c >= old {
    c := c + 2;
    j := j + 1
  }
}
