// A quantifier cannot be executed; `braid prove` proves this.
// BRAID: verify => error PL0201
// BRAID: emit --to bir => error PL0201
ensures forall k : k > x ==> k > 1
proc { x := 1 }
