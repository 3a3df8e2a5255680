// PROVE: => proved
// The program of the SymPaths paper (Fig. 8) without bounds on its loops: the third process
// multiplies the results of the others if they are finished, and says -1 otherwise.
requires i <= m and j <= n
ensures p == -1 or p == x * y
proc {
  while (i < m) invariant i <= m {
    x := x * i;
    i := i + 1
  }
}
proc {
  while (j < n) invariant j <= n {
    y := y * j;
    j := j + 1
  }
}
proc {
  if (i == m and j == n) {
    p := x * y
  } else {
    p := -1
  }
}
