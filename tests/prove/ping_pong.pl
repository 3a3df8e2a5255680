// PROVE: => proved
// The ball is where the number of strokes says.
int ball := 0, strokes := 0;
proc ping {
  while (true) invariant strokes >= 0 and strokes % 2 == ball {
    await(ball == 0);
    assert(strokes % 2 == 0);
    strokes := strokes + 1;
    ball := 1
  }
}
proc pong {
  while (true) invariant strokes >= 0 and strokes % 2 == ball {
    await(ball == 1);
    assert(strokes % 2 == 1);
    strokes := strokes + 1;
    ball := 0
  }
}
