// PROVE: => proved
// Boxes as assumptions: what holds after every execution holds after each.
proc flip { if (b) { b := false } else { b := true } }
proc race1 { x := 1 }
proc race2 { x := 2 }
formula ends: not [flip] false
formula back: b ==> [flip][flip] b
formula apply: [race1, race2] x == c ==> (c == 1 and c == 2)
formula monotone: [race1](x == y) ==> [race1](x <= y)
