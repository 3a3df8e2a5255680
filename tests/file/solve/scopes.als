// ARGS: solve %s --stats --no-core
abstract sig Color {}
one sig Red, Green extends Color {}
abstract sig Shape { color: Color }
sig Circle, Square extends Shape {}
sig Big in Shape {}
lone sig Top {}

exact: run { some Circle } for 3 but exactly 2 Circle, exactly 1 Square
shared: run { #Circle = 3 } for 3
limited: run { #Circle = 3 } for 4 but 2 Circle expect 0
both: run { #Circle = 2 and #Square = 2 } for 3 expect 0
subset: run { some Big and Big != Shape } for 2
enough: run { #Circle = 2 and #Square = 1 } for 2 Circle, 1 Square
