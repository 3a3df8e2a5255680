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
// EXPECT STDERR
// error[REL0118]: `first` is ambiguous here: `days/first` of the ordering, `rooms/first` of the ordering
//  --> ambiguous.als:8:12
//   |
// 8 | run { some first }
//   |            ^^^^^
//   = help: write `days/first` or `rooms/first`
//
// error[REL0118]: `size` is ambiguous here: field `size` of `Room`, field `size` of `Lamp`
//  --> ambiguous.als:9:12
//   |
// 9 | run { some size }
//   |            ^^^^
//   = help: write `(Room <: size)` or `(Lamp <: size)`
//
// error[REL0119]: no meaning of `lt` fits here: predicate `days/lt`, predicate `rooms/lt`
//   --> ambiguous.als:10:22
//    |
// 10 | run { some r: Room | lt[r, r.opened] }
//    |                      ^^
//
// warning[REL0121]: `.` is always empty
//   --> ambiguous.als:11:24
//    |
// 11 | run { all l: Lamp | no l.opened }
//    |                        ^^^^^^^^
//    = note: the left has the type Lamp, the right Room->Day
//
// 3 errors, 1 warning
