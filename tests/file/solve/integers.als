// Nothing wraps, and what the bitwidth cuts is said.
// EXIT: 10
sig A { n: Int }
larger: check { all x: Int | plus[x, 1] > x } for 1 but 3 Int
no_atom: run { some a: A | a.n = 3 and plus[a.n, 1] in Int } for 1 but 3 Int
fits: run { some a: A | a.n = 3 and plus[a.n, 1] in Int } for 1 but 4 Int
big: run { some a, b: A | mul[a.n, b.n] = 49 } for 2 but 4 Int
count: run { #A = 5 and (sum a: A | a.n) = 35 } for 5 but 4 Int
division: check { all x, y: Int | y != 0 implies plus[mul[div[x, y], y], rem[x, y]] = x } for 1
// EXPECT STDOUT
// larger: no counterexample
//   because of these together:
//     integers.als:4:9: not larger
// no_atom: no instance
//   because of these together:
//     integers.als:5:16: no_atom
//   only integers of the bitwidth were tried: larger ones occur and may change this
// fits: instance found
//     sig A = {A$0}
//     A.n   = {A$0->3}
//     $a    = {A$0}
// big: instance found
//     sig A = {A$0}
//     A.n   = {A$0->7}
//     $a    = {A$0}
//     $b    = {A$0}
// count: instance found
//     sig A = {A$0, A$1, A$2, A$3, A$4}
//     A.n   = {A$0->7, A$1->7, A$2->7, A$3->7, A$4->7}
// division: no counterexample
//   because of these together:
//     integers.als:9:11: not division
