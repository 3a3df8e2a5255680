open util/ordering[Time] as time
open util/boolean
open util/integer
sig Time { on: Bool, clock: Int }
fact {
  time/first.clock = 0 and isFalse[first.on]
  all t: Time - last | let u = t.next | u.clock = t.clock.add[1] and u.on = Not[t.on]
}
run {} for 4
ordered: check { all a, b: Time | lt[a, b] implies a.clock < b.clock } for 4
extremes: check { integer/max[Time.clock] = time/last.clock and time/min[Time] = first } for 4
// EXPECT STDOUT
// run$1: instance found
//     sig Time   = {Time$0, Time$1, Time$2, Time$3}
//     sig Bool   = {True$0, False$0}
//     sig True   = {True$0}
//     sig False  = {False$0}
//     Time.on    = {Time$0->False$0, Time$1->True$0, Time$2->False$0, Time$3->True$0}
//     Time.clock = {Time$0->0, Time$1->1, Time$2->2, Time$3->3}
// ordered: no counterexample
//   because of these together:
//     modules.als:7:3: fact
//     modules.als:10:10: not ordered
// extremes: no counterexample
//   because of these together:
//     modules.als:7:3: fact
//     modules.als:11:11: not extremes
