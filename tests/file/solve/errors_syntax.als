// EXIT: 2
sig A { f: }
fact { all x A | some x }
fact { always some A }
pred p { some A -> }
open util/graph[A]
sig B { x: A } } 
fact { A = 99999999999 }
fact { § }
run p for 3 but
/* open
