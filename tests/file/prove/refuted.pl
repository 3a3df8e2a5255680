// ARGS: prove %s
int x := 0;
ensures x == 2
proc { a := x; x := a + 1 }
proc { b := x; x := b + 1 }
