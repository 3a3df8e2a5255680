// PROVE: => refuted exceptional
// Another process sets the divisor to zero in time.
requires y > 0
ensures true
proc { q := x / y }
proc { y := y - 1 }
