// PROVE: => refuted ensures
// Who comes second reads what who came first wrote.
ensures a == 1
proc { x := 1; a := x }
proc { x := 2; b := x }
