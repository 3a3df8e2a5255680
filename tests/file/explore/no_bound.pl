// ARGS: explore %s
proc { while (i < m) { while (b)[1] { x := x * i } } }
