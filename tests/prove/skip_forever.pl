// PROVE: => proved
// A busy wait closes a cycle without any invariant.
bool done := false;
int r := 0;
ensures r == 5
proc { while (not done) { skip }; r := x }
proc { x := 5; done := true }
