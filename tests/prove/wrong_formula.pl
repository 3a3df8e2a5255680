// PROVE: => refuted ensures
// The order of executions matters.
proc inc { x := x + 1 }
proc twice { x := 2 * x }
formula swap: forall a. x == a ==> [inc][twice] x == 2 * a + 1
