// Reversing a list in place: the states of the loop, and what it ends with.
open util/ordering[Step] as steps

sig Node {}
sig Step {
  next: Node -> lone Node,
  todo: lone Node,  // the rest of the list
  done: lone Node   // what was reversed
}

fact list { no n: Node | n in n.^(steps/first.next) }

pred turn[s, t: Step] {
  some s.todo implies {
    t.next = s.next ++ (s.todo -> s.done) - ((s.todo -> univ) - (s.todo -> s.done))
    t.todo = s.todo.(s.next)
    t.done = s.todo
  } else {
    t.next = s.next and t.todo = s.todo and t.done = s.done
  }
}
fact run { no steps/first.done and all s: Step - steps/last | turn[s, s.(steps/next)] }

reversed: check {
  no steps/last.todo
  let before = steps/first.next, after = steps/last.next, head = steps/first.todo {
    steps/last.done.*after = head.*before
    all n: head.*before | n.(before).(after) in n
  }
} for 4 Node, 5 Step
