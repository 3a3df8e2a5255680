// Farmer, fox, chicken and grain cross a river; the boat takes the farmer and one more.
open util/ordering[State] as ord

abstract sig Object { eats: set Object }
one sig Farmer, Fox, Chicken, Grain extends Object {}
fact { eats = Fox->Chicken + Chicken->Grain }

sig State { near, far: set Object }
fact start { ord/first.near = Object and no ord/first.far }

pred crosses[from, from_after, to, to_after: set Object] {
  one x: from | {
    from_after = from - x - Farmer - from_after.eats
    to_after = to + x + Farmer
  }
}

fact moves {
  all s: State, t: s.(ord/next) {
    Farmer in s.near
      implies crosses[s.near, t.near, s.far, t.far]
      else crosses[s.far, t.far, s.near, t.near]
  }
}

solve: run { ord/last.far = Object } for exactly 8 State
too_short: run { ord/last.far = Object } for exactly 7 State expect 0
