// PL programs in tests: from text to trees, and random texts.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/diag/render.h"
#include "base/run/random.h"
#include "lang/pl/load.h"
#include "logic/dl/program.h"
#include "logic/dl/store.h"

namespace support {

// A program that must be right.
struct Pl {
  base::Sources sources;
  diag::Sink sink;
  dl::Program program;

  explicit Pl(const std::string& text) {
    const base::FileId file = sources.add("test.pl", text);
    auto loaded = pl::load(sources, file, sink);
    EXPECT_TRUE(loaded) << diag::render(sources, sink, {}) << text;
    if (loaded) program = std::move(*loaded);
  }
  dl::Store& store() { return *program.store; }
};

// Random PL programs of two or three processes over the integers x, y, z and the boolean b,
// all declared. Executions are short: few statements, loops with bounds. With `awaits`, many
// statements wait for a condition.
class PlGenerator {
 public:
  explicit PlGenerator(std::uint64_t seed, bool awaits = false) : random_(seed), awaits_(awaits) {}

  std::string program() {
    std::string text;
    for (const char* name : {"x", "y", "z"}) text += "int " + (name + (" := " + number())) + ";\n";
    text += std::string("bool b := ") + (chance(2) ? "true" : "false") + ";\n";
    const std::uint64_t processes = 2 + random_.below(2);
    for (std::uint64_t i = 0; i < processes; ++i) {
      budget_ = processes == 2 ? 3 : 2;
      text += "proc { " + block(2) + " }\n";
    }
    return text;
  }

 private:
  bool chance(std::uint64_t one_in) { return random_.below(one_in) == 0; }
  std::string number() { return std::to_string(static_cast<int>(random_.below(4)) - 1); }
  std::string var() { return std::string(1, "xyz"[random_.below(3)]); }

  std::string expr() {
    switch (random_.below(7)) {
      case 0: return number();
      case 1: return var() + " + 1";
      case 2: return var() + " - " + var();
      case 3: return var() + " * " + var();
      case 4: return chance(3) ? var() + " / " + var() : var();
      case 5: return "(" + condition() + ") ? " + var() + " : " + number();
      default: return var();
    }
  }

  std::string condition() {
    switch (random_.below(6)) {
      case 0: return "b";
      case 1: return "not b";
      case 2: return var() + " < " + var();
      case 3: return var() + " == " + number();
      case 4: return "b or " + var() + " <= " + number();
      default: return var() + " != 0 and " + var() + " > " + var();
    }
  }

  std::string block(int depth) {
    std::string text = statement(depth);
    while (budget_ > 0 && chance(2)) text += "; " + statement(depth);
    return text;
  }

  std::string statement(int depth) {
    --budget_;
    if (awaits_ && chance(4)) return "await(" + condition() + ")";
    switch (random_.below(depth > 0 ? 12 : 6)) {
      case 0: return "b := " + condition();
      case 1: return chance(2) ? "skip" : "assert(" + condition() + ")";
      case 6:
      case 7:
        return "if (" + condition() + ") { " + block(depth - 1) + " } else { " +
               (chance(2) ? "" : block(depth - 1)) + " }";
      case 8: return "while (" + condition() + ")[1] { " + block(depth - 1) + " }";
      case 9: return "await(" + condition() + ")";
      case 10: return "new(" + block(depth - 1) + ")";
      case 11: return chance(2) ? "join" : "assume(" + condition() + ")";
      default: return var() + " := " + expr();
    }
  }

  run::Random random_;
  bool awaits_;
  int budget_ = 0;
};

}  // namespace support
