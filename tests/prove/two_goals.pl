// PROVE: => proved
// A contract and a formula: a proof of one is none of the other.
int x := 0;
requires n > 5
ensures x > 5
formula grows: y > 0 ==> [proc { y := y + 1 }] y > 1
proc count { x := x + n }
