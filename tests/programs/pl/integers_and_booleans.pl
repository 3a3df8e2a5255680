// BRAID: check => error PL0101
// BRAID: verify => error PL0101
proc { flag := x > 0; x := flag + 1 }
