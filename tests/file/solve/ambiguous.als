// ARGS: solve %s
// EXIT: 2
open util/ordering[Day] as days
open util/ordering[Room] as rooms
sig Day {}
sig Room { opened: Day, size: Day }
sig Lamp { size: Room }
run { some first }
run { some size }
run { some r: Room | lt[r, r.opened] }
run { all l: Lamp | no l.opened }
check { all r: Room | no r.prevs and no r.size.prevs }
