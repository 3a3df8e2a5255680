// PROVE: => proved
// Formulas with boxes inside boxes, quantifiers and updates.
proc inc { x := x + 1 }
proc twice { x := 2 * x }
formula then: x == 1 ==> [inc][twice] x == 4
formula order: x == 1 ==> not [twice][inc] x == 4
formula all: forall a. x == a ==> [inc] x == a + 1
formula update: {x := 7}[inc] x == 8
formula apart: [inc](x > 0 and x < 9) <==> ([inc] x > 0 and [inc] x < 9)
