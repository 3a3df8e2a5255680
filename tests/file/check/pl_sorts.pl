// Integers and booleans do not mix; names are declared once.
int n := m + 1;
bool n;
proc p {
  flag := x > 0;
  x := flag + 1;
  await(n + 1);
  y := true ? 1 : false
}
proc p { b := exists k : k == x }
formula [p, q] x == 1
