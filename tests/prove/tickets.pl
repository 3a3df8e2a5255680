// PROVE: => proved
// A lock by tickets that are dealt in advance.
int serving := 0, c := 0;
ensures c == 3
proc { await(serving == 0); t := c; c := t + 1; serving := serving + 1 }
proc { await(serving == 1); u := c; c := u + 1; serving := serving + 1 }
proc { await(serving == 2); v := c; c := v + 1; serving := serving + 1 }
