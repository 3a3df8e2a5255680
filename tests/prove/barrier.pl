// PROVE: => proved
// Neither process reads before both have written.
bool left := false, right := false;
ensures a == 2 and b == 1
proc { x := 1; left := true; await(right); a := y }
proc { y := 2; right := true; await(left); b := x }
