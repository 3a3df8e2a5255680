// ARGS: explore %s --por --paths
// Three assignments; the first two commute.
proc {y := x}
proc {z := x}
proc {x := 2}
