// EXIT: 2
// Several mistakes in one run.
proc first {
  x = 1;
  y := (2 + ;
  if (a < b < c) { z := 1 }
  while (true)[many] { skip }
  forall := 3
}
proc second { x := 1 y := 2 }
requires x > @ 1
// EXPECT STDERR
// error[PL0001]: unexpected character `@`
//   --> pl_syntax.pl:11:14
//    |
// 11 | requires x > @ 1
//    |              ^
//
// error[PL0002]: expected `:=`, found `=`
//  --> pl_syntax.pl:4:5
//   |
// 4 |   x = 1;
//   |     ^
//   = help: write `:=` to assign and `==` to compare
//
// error[PL0002]: expected an expression, found `;`
//  --> pl_syntax.pl:5:13
//   |
// 5 |   y := (2 + ;
//   |             ^
//
// error[PL0006]: `<` behind a comparison
//  --> pl_syntax.pl:6:13
//   |
// 6 |   if (a < b < c) { z := 1 }
//   |             ^
//   = help: write `a < b and b < c`
//
// error[PL0002]: expected a number, found `many`
//  --> pl_syntax.pl:7:16
//   |
// 7 |   while (true)[many] { skip }
//   |                ^^^^
//
// error[PL0002]: expected `;` or `}`, found `y`
//   --> pl_syntax.pl:10:22
//    |
// 10 | proc second { x := 1 y := 2 }
//    |                      ^
//
// 6 errors
