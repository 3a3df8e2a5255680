// Integers: a bounded stack with its size.
sig Item {}
one sig Capacity { most: Int }
fact { Capacity.most = 3 }

sig Stack { items: set Item, size: Int } {
  size = #items
  size =< Capacity.most
}

pred push[s, t: Stack, i: Item] {
  i not in s.items
  s.size < Capacity.most
  t.items = s.items + i
}

fill: run { some disj s, t: Stack, i: Item | push[s, t, i] and t.size = 3 } for 4 but 2 Stack
grows: check {
  all s, t: Stack, i: Item | push[s, t, i] implies t.size = plus[s.size, 1]
} for 4 but 2 Stack
sums: check { all x, y: Int | plus[x, y] >= x or y < 0 } for 1 but 3 Int
