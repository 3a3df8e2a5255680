// Several mistakes in one run.
proc first {
  x = 1;
  y := (2 + ;
  if (a < b < c) { z := 1 }
  while (true)[many] { skip }
  forall := 3
}
proc second { x := 1 y := 2 }
requires x > @ 1
