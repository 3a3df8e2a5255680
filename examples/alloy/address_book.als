// An address book in which names stand for addresses or for other names.
abstract sig Target {}
sig Address extends Target {}
abstract sig Name extends Target {}
sig Alias, Group extends Name {}

sig Book {
  names: set Name,
  addr: names -> some Target
} {
  no n: Name | n in n.^addr
  all a: Alias | lone a.addr
}

fun lookup[b: Book, n: Name]: set Address { n.^(b.addr) & Address }

pred add[b, after: Book, n: Name, t: Target] { after.addr = b.addr + n->t }
pred del[b, after: Book, n: Name, t: Target] { after.addr = b.addr - n->t }

pred show[b: Book] { some Alias.(b.addr) and #b.addr > 2 }
run show for 4 but 1 Book

// A name of the book may lead nowhere: through a group without addresses.
assert lookup_finds { all b: Book, n: b.names | some lookup[b, n] }
check lookup_finds for 4 but 1 Book expect 1

assert del_undoes_add {
  all b, middle, after: Book, n: Name, t: Target |
    no n.(b.addr) and add[b, middle, n, t] and del[middle, after, n, t]
      implies b.addr = after.addr
}
check del_undoes_add for 3 expect 0

assert add_is_local {
  all b, after: Book, n, m: Name, t: Target |
    add[b, after, n, t] and n != m implies lookup[b, m] = lookup[after, m]
}
check add_is_local for 3 but 2 Book expect 1
