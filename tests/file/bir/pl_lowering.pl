// What the statements of PL become.
int i;
requires n > 0
ensures i <= n and x >= 0
proc count {
  while (i < n)[2] { i := i + 1 };
  if (x / n > 0) { x := 0 }
}
proc {
  new(await(i > 0); x := 1);
  join;
  assert(b or i == 0)
}
