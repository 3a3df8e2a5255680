// Reversing a list of up to 6 nodes in place. Null is the absence of a tuple.
open util/ordering[Step] as steps

sig Node {}
sig Step { link: Node -> lone Node, todo, done: lone Node }

fact list { acyclic[steps/first.link] }

pred turn[s, t: Step] {
  some s.todo implies {
    t.link = s.link - (s.todo -> Node) + (s.todo -> s.done)
    t.todo = s.todo.(s.link)
    t.done = s.todo
  } else {
    t.link = s.link and t.todo = s.todo and t.done = s.done
  }
}
fact run { no steps/first.done and all s: Step - steps/last | turn[s, s.(steps/next)] }

reversed: check {
  let before = steps/first.link, after = steps/last.link, head = steps/first.todo {
    steps/last.done.*after = head.*before
    all n: head.*before | n.before.after in n
  }
} for 6 Node, 7 Step
