// Each pair says the same, once as Alloy binds it and once with parentheses.
sig A { r, s: set A, q: A -> A }
check {
  all a, b: A, t: set A {
    (a.r & t + b in t - b.s) iff ((((a.r) & t) + b) in (t - (b.s)))
    (no a.r or some b.s and a = b => a in t else b in t)
      iff ((no (a.r)) or (((some (b.s)) and (a = b)) implies (a in t) else (b in t)))
    (not a in t and b in t) iff ((not (a in t)) and (b in t))
    (a -> b ++ r in s) iff (((a -> b) ++ r) in s)
    (#r & s = 2) iff ((#(r & s)) = 2)
    (a <: r :> b in s) iff ((a <: (r :> b)) in s)
    (a.q[b] in t) iff ((b.(a.q)) in t)
    (a.^r + ~s.b in t) iff (((a.(^r)) + ((~s).b)) in t)
    (a in t iff b in t or a = b) iff (((a in t) iff (b in t)) or (a = b))
    (a in t => b in t => a = b) iff ((a in t) => ((b in t) => (a = b)))
    (some c: A | c in t and c = a or c = b) iff (some c: A | ((c in t and c = a) or c = b))
  }
} for 2
// EXPECT STDOUT
// check$1: no counterexample
//   because of these together:
//     precedence.als:3:1: not check$1
