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
