// ARGS: explore %s --paths --format json
// An outcome that fails, and one that does not.
int one := 1;
proc { x := one / y }
proc { await(b) }
