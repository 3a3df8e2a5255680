// Nothing wraps, and what the bitwidth cuts is said.
// EXIT: 10
sig A { n: Int }
larger: check { all x: Int | plus[x, 1] > x } for 1 but 3 Int
no_atom: run { some a: A | a.n = 3 and plus[a.n, 1] in Int } for 1 but 3 Int
fits: run { some a: A | a.n = 3 and plus[a.n, 1] in Int } for 1 but 4 Int
big: run { some a, b: A | mul[a.n, b.n] = 49 } for 2 but 4 Int
count: run { #A = 5 and (sum a: A | a.n) = 35 } for 5 but 4 Int
division: check { all x, y: Int | y != 0 implies plus[mul[div[x, y], y], rem[x, y]] = x } for 1
