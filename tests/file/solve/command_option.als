// ARGS: solve %s --command shwo
// EXIT: 2
sig A {}
pred show { some A }
run show
// EXPECT STDERR
// error[REL0201]: there is no command `shwo`
//   = help: did you mean `show`?
//
// 1 error
