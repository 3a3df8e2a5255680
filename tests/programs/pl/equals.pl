// BRAID: check => error PL0002 line 2
proc { x = 1 }
