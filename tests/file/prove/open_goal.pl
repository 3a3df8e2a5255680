// ARGS: prove %s
// EXIT: 5
// The second process breaks the invariant of the first.
int i := 0;
requires n > 100
ensures i == n
proc first { while (i < n) invariant i <= n { i := i + 1 } }
proc second { await(i == 50); i := n + 1 }
// EXPECT STDOUT
// open  contract
//   31 sequents: 6 closed by the solver, 1 merged, 4 instances of others
//   invariants
//     line 7 of first, at the start: holds
//     line 7 of first, after first: i := i + 1 (line 7): does not follow, as for n = 101, i'1 = 50
//   open: it does not hold of all states that the invariants and choices on the way allow
//     n > 100, i'1 ≤ n, i'1 = 50, ¬(n + 1 < n) ⇒ n + 1 = n
//     counter-model: n = 101, i'1 = 50
//     interleaving:
//       second       line 8    await(i = 50)   where i'1 = 50
//       second       line 8    i := n + 1   i ↦ n + 1
//       first        line 7    while (i < n)   where ¬(n + 1 < n)
//   open: it does not hold of all states that the invariants and choices on the way allow
//     n > 100, i'1 ≤ n, i'1 < n, i'1 = 50, ¬(n + 2 < n) ⇒ n + 2 = n
//     counter-model: n = 101, i'1 = 50
//     interleaving:
//       first        line 7    while (i < n)   where i'1 < n
//       second       line 8    await(i = 50)   where i'1 = 50
//       second       line 8    i := n + 1   i ↦ n + 1
//       first        line 7    i := i + 1   i ↦ n + 2
//       first        line 7    while (i < n)   where ¬(n + 2 < n)
//   open: it does not hold of all states that the invariants and choices on the way allow
//     n > 100, i'1 ≤ n, i'1 < n, i'1 = 50, i'2 ≤ n, ¬(i'2 < n) ⇒ n + 1 = n
//     counter-model: n = 101, i'1 = 50, i'2 = 101
//     interleaving:
//       first        line 7    while (i < n)   where i'1 < n
//       second       line 8    await(i = 50)   where i'1 = 50
//       first        line 7    i := i + 1   i ↦ i'1 + 1
//       first        line 7    while (i < n)   where ¬(i'2 < n)
//       second       line 8    i := n + 1   i ↦ n + 1
//   goals are left open
