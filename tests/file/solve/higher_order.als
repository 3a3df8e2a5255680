// EXIT: 2
sig A {}
works: check { all s: set A | some t: A | t in s or no s } for 3
run { all s: set A | lone s } for 3
