// ARGS: solve %s --format json
// EXIT: 10
sig A { f: set B, g: A -> lone B }
sig B {}
run { some f and some g } for 2
never: run { some f and no B } for 2
wrong: check { no f } for 1
