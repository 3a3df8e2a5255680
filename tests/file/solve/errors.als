// EXIT: 2
sig Node { next: lone Node }
sig Leaf extends Nodes {}
