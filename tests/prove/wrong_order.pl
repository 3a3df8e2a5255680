// PROVE: => refuted ensures
// The flag is set before the data.
bool ready := false;
ensures r == 42
proc { ready := true; data := 42 }
proc { await(ready); r := data }
