// Reversing a list of up to 6 nodes in place. Null is the absence of a tuple.
open util/ordering[Step] as steps

sig Node {}
sig Step { next: Node -> lone Node, todo, done: lone Node }

fact list { acyclic[steps/first.next] }

pred turn[s, t: Step] {
  some s.todo implies {
    t.next = s.next - (s.todo -> Node) + (s.todo -> s.done)
    t.todo = s.todo.(s.next)
    t.done = s.todo
  } else {
    t.next = s.next and t.todo = s.todo and t.done = s.done
  }
}
fact run { no steps/first.done and all s: Step - steps/last | turn[s, s.(steps/next)] }

reversed: check {
  let before = steps/first.next, after = steps/last.next, head = steps/first.todo {
    steps/last.done.*after = head.*before
    all n: head.*before | n.before.after in n
  }
} for 6 Node, 7 Step
