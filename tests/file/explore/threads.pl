// ARGS: explore %s --por --paths
// New threads are named after their parent.
proc { new(x := 1; new(y := x)); join; z := y }
