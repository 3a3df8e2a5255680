// Dijkstra's rule against deadlock, 10 states, 10 processes, 10 locks.
open util/ordering[State] as so
open util/ordering[Mutex] as mo

sig Process {}
sig Mutex {}
sig State {
  holds, waits: Process -> Mutex
}

pred initial[s: State] { no s.holds + s.waits }
pred is_free[s: State, m: Mutex] { no m.~(s.holds) }
pred is_stalled[s: State, p: Process] { some p.(s.waits) }

pred grab[s: State, p: Process, m: Mutex, t: State] {
  not is_stalled[s, p]
  m not in p.(s.holds)
  is_free[s, m] implies {
    p.(t.holds) = p.(s.holds) + m
    no p.(t.waits)
  } else {
    p.(t.holds) = p.(s.holds)
    p.(t.waits) = m
  }
  all q: Process - p | q.(t.holds) = q.(s.holds) and q.(t.waits) = q.(s.waits)
}

pred release[s: State, p: Process, m: Mutex, t: State] {
  not is_stalled[s, p]
  m in p.(s.holds)
  p.(t.holds) = p.(s.holds) - m
  no p.(t.waits)
  no m.~(s.waits) implies {
    no m.~(t.holds)
    no m.~(t.waits)
  } else {
    some lucky: m.~(s.waits) | {
      m.~(t.waits) = m.~(s.waits) - lucky
      m.~(t.holds) = lucky
    }
  }
  all n: Mutex - m | n.~(t.waits) = n.~(s.waits) and n.~(t.holds) = n.~(s.holds)
}

pred trace {
  initial[so/first]
  all s: State - so/last | let t = s.(so/next) |
    some p: Process, m: Mutex | grab[s, p, m, t] or release[s, p, m, t]
}

// The rule as Alloy's and Kodkod's example has it: among all processes, so not even the first
// lock can be taken.
pred in_order {
  all s: State - so/last | let t = s.(so/next) |
    let had = Process.(s.holds), grabbed = Process.(t.holds) - had |
      some grabbed implies grabbed in had.^(mo/next)
}

pred deadlock {
  some Process
  some s: State | all p: Process | some p.(s.waits)
}

assert no_deadlock { trace and in_order implies not deadlock }
check no_deadlock for 10 State, 10 Process, 10 Mutex expect 0
