// PROVE: => proved
// A buffer with one slot: what arrives is what was sent, in order.
bool full := false;
int sent := 0, received := 0;
proc producer {
  while (true) invariant (full ==> slot == received + 1 and sent == slot) and (full or sent == received) {
    await(not full);
    sent := sent + 1;
    slot := sent;
    full := true
  }
}
proc consumer {
  while (true) invariant (full ==> slot == received + 1 and sent == slot) and (full or sent == received) {
    await(full);
    x := slot;
    received := received + 1;
    assert(x == received);
    full := false
  }
}
