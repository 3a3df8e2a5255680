// PROVE: => proved
// PROVE: --no-merge => proved
// Data is written before the flag that announces it.
bool ready := false;
ensures r == 42
proc { data := 42; ready := true }
proc { await(ready); r := data }
