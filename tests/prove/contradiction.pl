// PROVE: => proved vacuous
// No start fulfils both clauses, so the program may do what it likes.
int x := 0;
requires n > 5
requires n < x
ensures x == 1
proc count { x := x + n }
