// What the statements of PL become.
int i;
requires n > 0
ensures i <= n and x >= 0
proc count {
  while (i < n)[2] { i := i + 1 };
  if (x / n > 0) { x := 0 }
}
proc {
  new(await(i > 0); x := 1);
  join;
  assert(b or i == 0)
}
// EXPECT STDOUT
// system program()
// integers math;
// entry `main`;
// i : int := 0;
// n : int;
// x : int;
// b : boolean;
//
// procedure `main`(n : int; x : int; b : boolean)
//   requires (n$1 > 0);
//   ensures (i$2 <= n$2 && x$2 >= 0);
//   exceptional (false);
//   n$1 : int;
//   i$2 : int;
//   n$2 : int;
//   x$2 : int;
//   entry L0; exit L1; except L2;
//   loc L0: live { n, x, b }
//     when true do { ::n := n; ::x := x; ::b := b; n$1 := ::n; check requires; fork proc.count(); fork proc1(); } goto L3;
//   loc L1: live { }
//   loc L2: live { }
//   loc L3: live { }
//     when true do { join; i$2 := i; n$2 := ::n; x$2 := ::x; check ensures; } goto L1;
// end `main`;
//
// procedure proc.count()
//   $left0 : temp int;
//   $i : temp int;
//   $n : temp int;
//   $holds : temp boolean;
//   $x : temp int;
//   $defined : temp boolean;
//   entry L0; exit L1; except L2;
//   loc L0: live { }
//     when true do invisible { $left0 := 2; } goto L4;
//   loc L1: live { }
//   loc L2: live { }
//   loc L3: live { }
//     when true do { $n := n; $x := x; $defined := $n != 0; $holds := ($n != 0 ? $x / $n > 0 : false); } goto L10;
//   loc L4: live { $left0 }
//     when !($left0 > 0) do invisible { } goto L3;
//     when $left0 > 0 do invisible { $left0 := $left0 - 1; } goto L5;
//   loc L5: live { $left0 }
//     when true do { $i := i; $n := n; $holds := $i < $n; } goto L7;
//   loc L6: live { $left0 }
//     when true do { $i := i; i := $i + 1; } goto L4;
//   loc L7: live { $left0, $holds }
//     when $holds do invisible { } goto L6;
//     when !$holds do invisible { } goto L3;
//   loc L8: live { }
//     when true do { x := 0; } goto L1;
//   loc L9: live { $holds }
//     when $holds do invisible { } goto L8;
//     when !$holds do { } goto L1;
//   loc L10: live { $holds, $defined }
//     when $defined do invisible { } goto L9;
//     when !$defined do { throw division ""; } goto L2;
// end proc.count;
//
// procedure proc1()
//   $i : temp int;
//   $b : temp boolean;
//   entry L0; exit L1; except L2;
//   loc L0: live { }
//     when true do { fork proc1.new0(); } goto L3;
//   loc L1: live { }
//   loc L2: live { }
//   loc L3: live { }
//     when true do { join; } goto L4;
//   loc L4: live { }
//     when true do { $i := i; $b := b; assert ($b || $i == 0); } goto L1;
// end proc1;
//
// procedure proc1.new0()
//   $i : temp int;
//   entry L0; exit L1; except L2;
//   loc L0: live { }
//     read { $i := i; } when $i > 0 do { } goto L3;
//   loc L1: live { }
//   loc L2: live { }
//   loc L3: live { }
//     when true do { x := 1; } goto L1;
// end proc1.new0;
// end program;
