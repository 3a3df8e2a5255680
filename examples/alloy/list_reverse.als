// Reversing a list in place: the states of the loop, and what it ends with.
open util/ordering[Step] as steps

sig Node {}
sig Step {
  link: Node -> lone Node,
  todo: lone Node,  // the rest of the list
  done: lone Node   // what was reversed
}

fact list { no n: Node | n in n.^(steps/first.link) }

pred turn[s, t: Step] {
  some s.todo implies {
    t.link = s.link ++ (s.todo -> s.done) - ((s.todo -> univ) - (s.todo -> s.done))
    t.todo = s.todo.(s.link)
    t.done = s.todo
  } else {
    t.link = s.link and t.todo = s.todo and t.done = s.done
  }
}
fact run { no steps/first.done and all s: Step - steps/last | turn[s, s.(steps/next)] }

reversed: check {
  no steps/last.todo
  let before = steps/first.link, after = steps/last.link, head = steps/first.todo {
    steps/last.done.*after = head.*before
    all n: head.*before | n.(before).(after) in n
  }
} for 4 Node, 5 Step
