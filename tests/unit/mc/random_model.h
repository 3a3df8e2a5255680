// Random finite models as BIR text: two or three threads over shared variables, an array
// in place, objects of a collection with fields and a lock, choices, waiting and asserting.
// Every loop is finite in states, and most models are small.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/run/random.h"

namespace reference {

class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    std::string out =
        "system random()\n"
        "Color = enum { red, green = 3, blue };\n"
        "Cell = record { value : range 0..2; next : ref Cell; guard : lock wait reentrant; };\n"
        "cells : collection [2] of Cell;\n"
        "rows : collection [1] of array [2] of range 0..2;\n"
        "x, y : range 0..2;\n"
        "flag : boolean;\n"
        "color : Color;\n"
        "table : array [2] of range 0..2;\n"
        "head : ref Cell;\n"
        "mutex : lock wait;\n"
        "watched : tid;\n\n";
    std::size_t threads = 1 + below(2);
    out += "main thread Main()\n  me : range 0..1;\n";
    out += locals();
    out += "  loc l0: when true do { ";
    for (std::size_t t = 0; t < threads; ++t) {
      out += fmt::format("{}start(T{}, {}); ", t == 0 ? "watched := " : "", t, t % 2);
    }
    out += "} goto l1;\n" + body(true) + "end Main;\n";
    for (std::size_t t = 0; t < threads; ++t) {
      out += fmt::format(
          "\nthread T{}(me : range 0..1)\n{}  loc l0: when true do {{ }} goto l1;\n{}end T{};\n", t,
          locals(), body(false), t);
    }
    return out + "end random;\n";
  }

 private:
  std::size_t below(std::size_t count) { return random_.below(count); }
  bool chance(std::size_t percent) { return below(100) < percent; }

  std::string locals() const {
    return "  a, b : range 0..2;\n  p : boolean;\n  c, d : ref Cell;\n  r : array of range 0..2;\n";
  }

  std::string body(bool is_main) {
    std::string out;
    std::size_t count = 2 + below(4);
    for (std::size_t i = 1; i <= count; ++i) {
      out += fmt::format("  loc l{}:\n", i);
      std::size_t ways = chance(35) ? 2 : 1;
      for (std::size_t w = 0; w < ways; ++w) {
        // Mostly forward, so that most threads end.
        std::size_t target = chance(80) ? i + 1 : 1 + below(count);
        out += fmt::format("    when {} do {{ {}}} goto l{};\n", guard(), actions(is_main),
                           target == i ? i + 1 : target);
      }
    }
    return out + fmt::format("  loc l{}:\n", count + 1);
  }

  std::string guard() {
    switch (below(16)) {
      case 12: return "table[me] == 0";
      case 13: return "table[1 - me] != b";
      case 14: return "table[me] < 2 && table[1 - me] < 2";
      case 15: return "watched != (null of tid) && threadTerminated(watched)";
      case 0: return "x == 0";
      case 1: return "a < 2 && y > 0";
      case 2: return "flag || p";
      case 3: return "color != green";
      case 4: return "table[a % 2] <= b";
      case 5: return "lockAvailable(mutex)";
      default: return "true";
    }
  }

  std::string actions(bool is_main) {
    if (chance(20)) return first_action(is_main) + " ";
    std::string out;
    std::size_t count = below(3);
    for (std::size_t i = 0; i < count; ++i) out += action() + " ";
    return out;
  }

  // One that may block.
  std::string first_action(bool is_main) {
    switch (below(7)) {
      case 0: return "lock(mutex); x := (x + 1) % 3;";
      case 1: return "acquire(mutex);";
      case 2: return "unwait(mutex);";
      case 3: return is_main ? "join;" : "lock(mutex);";
      case 4: return "lock(c.guard);";
      default: return "lock(mutex);";
    }
  }

  std::string action() {
    switch (below(38)) {
      case 34: return "table[me] := 1;";
      case 35: return "table[1 - me] := 0;";
      case 36: return "a := table[me];";
      case 37: return "table[me] := (table[1 - me] + 1) % 3;";
      case 0: return "x := (x + 1) % 3;";
      case 1: return "y := a;";
      case 2: return "a := x;";
      case 3: return "b := y + 1;";
      case 4: return "flag := !flag;";
      case 5: return "p := x == y;";
      case 6: return "color := internChoose(red, blue);";
      case 7: return "a := externChoose(0, 1, b);";
      case 8: return "havoc p;";
      case 9: return "table[a % 2] := b;";
      case 10: return "b := table[x % 2];";
      case 11: return "c := new cells;";
      case 12: return "head := c;";
      case 13: return "c := head;";
      case 14: return "assume(c != null); c.value := a;";
      case 15: return "assume(c != null); b := c.value;";
      case 16: return "assume(c != null); c.next := d;";
      case 17: return "assume(c != null); d := c.next;";
      case 18: return "d := forall(Cell);";
      case 19: return "d := reachable(Cell, head);";
      case 20: return "assert(x < 2 || y < 2);";
      case 21: return "assert(a != 2 || !p);";
      case 22: return "unlock(mutex);";
      case 23: return "release(mutex);";
      case 24: return "wait(mutex);";
      case 25: return "notify(mutex);";
      case 26: return "notifyAll(mutex);";
      case 27: return "r := new rows [a];";
      case 28: return "assume(r != null && b < length(r)); r[b] := x;";
      case 29: return "p := (r != null && (forall v, i : r : v >= i));";
      case 30: return "assume(y > 0 || flag);";
      case 31: return "p := (d == head);";
      case 32: return "p := threadTerminated(watched);";
      default: return "a := 0;";
    }
  }

  run::Random random_;
};

}  // namespace reference
