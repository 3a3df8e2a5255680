// PROVE: => proved
ensures y >= 0 and (y == x or y == -x)
proc { if (x < 0) { y := -x } else { y := x } }
