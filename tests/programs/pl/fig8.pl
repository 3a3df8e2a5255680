// The factorial program of the SymPaths paper (its Fig. 8). The third process looks at any
// time, so it sees unfinished work, too.
// BRAID: verify --engine symex => valid complete
// BRAID: verify --engine symex --por none => valid complete
// BRAID: verify --engine symex --por sympath --no-stateful => valid complete
requires i == 1 and j == 1 and x == 1 and y == 1 and m >= 0 and m <= 2 and n >= 0 and n <= 2
ensures p == -1 or p == 1

proc {
  while (i < m)[1] {
    x := x * i;
    i := i + 1
  }
}

proc {
  while (j < n)[1] {
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
