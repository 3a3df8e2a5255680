// PROVE: => proved
// Quantifiers around and behind executions.
requires forall k. k >= 0 ==> k * k >= bound
ensures exists k. k > x
proc { x := bound; x := x + 1 }
formula witness: exists v. [proc { z := 3 }] z == v
formula larger: [proc { z := y + 1 }] forall k. k <= y ==> k < z
