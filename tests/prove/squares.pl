// PROVE: => open
// PROVE: --goal small => proved
// A number squared forty times has more digits than any memory: that goal stays open at once.
ensures x == 0
formula small: [proc { y := 2 * y; y := y * y }] y >= 0
proc square { x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x; x := x * x }
