// PROVE: => proved
// Division is safe where the precondition says so, and truncates toward zero.
requires y > 0 and x >= 0
ensures q * y + r == x and 0 <= r and r < y
proc { q := x / y }
proc { r := x % y }
