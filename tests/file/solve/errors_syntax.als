// EXIT: 2
sig A { f: }
fact { all x A | some x }
fact { always some A }
pred p { some A -> }
open util/graph[A]
sig B { x: A } } 
fact { A = 99999999999 }
fact { § }
run p for 3 but
/* open
// EXPECT STDERR
// error[REL0001]: unexpected `§` in relational text
//  --> errors_syntax.als:9:8
//   |
// 9 | fact { § }
//   |        ^
//
// error[REL0005]: a comment that does not end
//   --> errors_syntax.als:11:1
//    |
// 11 | /* open
//    | ^^
//
// error[REL0002]: expected an expression, found `}`
//  --> errors_syntax.als:2:12
//   |
// 2 | sig A { f: }
//   |            ^
//
// error[REL0002]: expected `:`, found `A`
//  --> errors_syntax.als:3:14
//   |
// 3 | fact { all x A | some x }
//   |              ^
//
// error[REL0006]: the temporal operator `always` is not supported
//  --> errors_syntax.als:4:8
//   |
// 4 | fact { always some A }
//   |        ^^^^^^
//
// error[REL0002]: expected an expression, found `}`
//  --> errors_syntax.als:5:20
//   |
// 5 | pred p { some A -> }
//   |                    ^
//
// error[REL0002]: expected a paragraph: `sig`, `fact`, `run`, …, found `}`
//  --> errors_syntax.als:7:16
//   |
// 7 | sig B { x: A } }
//   |                ^
//
// error[REL0004]: the number `99999999999` is too large
//  --> errors_syntax.als:8:12
//   |
// 8 | fact { A = 99999999999 }
//   |            ^^^^^^^^^^^
//
// error[REL0002]: expected a number, found the end of the text
//   --> errors_syntax.als:12:1
//    |
// 12 |
//    | ^
//
// error[REL0109]: the module `util/graph` is not supported
//  --> errors_syntax.als:6:6
//   |
// 6 | open util/graph[A]
//   |      ^^^^^^^^^^
//
// 10 errors
