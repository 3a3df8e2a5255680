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
// EXPECT STDOUT
// exact: instance found
//     sig Color   = {Red$0, Green$0}
//     sig Red     = {Red$0}
//     sig Green   = {Green$0}
//     sig Shape   = {Circle$0, Circle$1, Square$0}
//     sig Circle  = {Circle$0, Circle$1}
//     sig Square  = {Square$0}
//     sig Big     = {Circle$0}
//     sig Top     = {}
//     Shape.color = {Circle$0->Green$0, Circle$1->Red$0, Square$0->Green$0}
//   17 variables (10 primary), 17 clauses, 0 conflicts, translation 0.000 s, solving 0.000 s
// shared: instance found
//     sig Color   = {Red$0, Green$0}
//     sig Red     = {Red$0}
//     sig Green   = {Green$0}
//     sig Shape   = {Shape$0, Shape$1, Shape$2}
//     sig Circle  = {Shape$0, Shape$1, Shape$2}
//     sig Square  = {}
//     sig Big     = {Shape$0}
//     sig Top     = {}
//     Shape.color = {Shape$0->Green$0, Shape$1->Red$0, Shape$2->Green$0}
//   44 variables (16 primary), 74 clauses, 0 conflicts, translation 0.000 s, solving 0.000 s
// limited: no instance
//   68 variables (21 primary), 122 clauses, 2 conflicts, translation 0.000 s, solving 0.000 s
// both: no instance
//   48 variables (16 primary), 85 clauses, 2 conflicts, translation 0.000 s, solving 0.000 s
// subset: instance found
//     sig Color   = {Red$0, Green$0}
//     sig Red     = {Red$0}
//     sig Green   = {Green$0}
//     sig Shape   = {Shape$0, Shape$1}
//     sig Circle  = {Shape$0}
//     sig Square  = {Shape$1}
//     sig Big     = {Shape$1}
//     sig Top     = {}
//     Shape.color = {Shape$0->Green$0, Shape$1->Red$0}
//   33 variables (11 primary), 52 clauses, 2 conflicts, translation 0.000 s, solving 0.000 s
// enough: instance found
//     sig Color   = {Red$0, Green$0}
//     sig Red     = {Red$0}
//     sig Green   = {Green$0}
//     sig Shape   = {Shape$0, Shape$1, Shape$2}
//     sig Circle  = {Shape$0, Shape$1}
//     sig Square  = {Shape$2}
//     sig Big     = {Shape$0, Shape$2}
//     sig Top     = {}
//     Shape.color = {Shape$0->Green$0, Shape$1->Red$0, Shape$2->Green$0}
//   26 variables (13 primary), 39 clauses, 0 conflicts, translation 0.000 s, solving 0.000 s
