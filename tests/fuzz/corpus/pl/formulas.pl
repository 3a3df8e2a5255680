int x := 1 + 2, y;
bool b := not false;
requires forall k, bool c : c ==> k >= 0 or exists j . j == k
ensures {x := 1, y := x} [first, proc { x := x / y }] x == 1 and b
proc first { while (x < 3)[2] invariant x <= 3; { x := x + 1 } }
proc { new(await b; skip; join); assume x % 2 == 0; assert !(b <-> true) }
formula F: [] (x > 0 ? b : not b)
