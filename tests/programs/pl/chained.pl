// BRAID: check => error PL0006
proc { if (0 < x < 3) { y := 1 } }
