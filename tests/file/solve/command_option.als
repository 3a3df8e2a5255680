// ARGS: solve %s --command shwo
// EXIT: 2
sig A {}
pred show { some A }
run show
