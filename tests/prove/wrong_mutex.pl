// PROVE: => refuted assert
// Looking and going in are two steps.
bool busy := false;
int inside := 0;
proc { await(not busy); busy := true; inside := inside + 1; assert(inside == 1); inside := inside - 1; busy := false }
proc { await(not busy); busy := true; inside := inside + 1; assert(inside == 1); inside := inside - 1; busy := false }
