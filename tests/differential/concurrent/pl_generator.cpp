// Random PL programs: two or three processes that share a few variables and wait for each
// other's values.
#include "base/run/random.h"
#include "generator.h"

namespace concurrent {

namespace {

class PlWriter {
 public:
  PlWriter(std::uint64_t seed, int size, bool has_inputs)
      : random_(seed), size_(size), has_inputs_(has_inputs) {}

  Generated write() {
    declare();
    waits_for_one_ = chance(2);
    std::uint64_t processes = 2 + random_.below(2);
    int each = std::max(1, size_ / static_cast<int>(processes));
    for (std::uint64_t i = 0; i < processes; ++i) {
      budget_ = std::max(1, each + static_cast<int>(random_.below(3)) - 1);
      line("proc {");
      block(2);
      line("}");
    }
    out_.subject.is_pl = true;
    out_.subject.bounds = bounds_for(0);
    return std::move(out_);
  }

 private:
  bool chance(std::uint64_t one_in) { return random_.below(one_in) == 0; }
  std::string number() { return std::to_string(static_cast<int>(random_.below(4)) - 1); }
  std::string var() { return std::string(1, "xyz"[random_.below(3)]); }
  std::string note(const char* feature, std::string text) {
    ++out_.features[feature];
    return text;
  }
  void line(const std::string& text) {
    out_.subject.text += std::string(2 * indent_, ' ') + text + "\n";
  }

  // Of three numbers and a truth value, some are inputs.
  void declare() {
    for (const char* name : {"x", "y", "z"}) {
      if (has_inputs_ && chance(2)) {
        line(std::string("requires ") + name + " >= -1 and " + name + " <= 1");
        ++out_.features["input"];
      } else {
        line(std::string("int ") + name + " := " + std::to_string(random_.below(3)) + ";");
      }
    }
    if (has_inputs_ && chance(3)) return;  // its uses make it one
    line(std::string("bool b := ") + (chance(2) ? "true" : "false") + ";");
  }

  std::string expr() {
    switch (random_.below(8)) {
      case 0: return var() + " + 1";
      case 1: return var() + " - " + var();
      case 2: return chance(4) ? note("division", var() + " / " + var()) : var();
      case 3: return "(" + condition() + ") ? " + var() + " : " + number();
      case 4: return var();
      default: return number();
    }
  }

  std::string condition() {
    switch (random_.below(9)) {
      case 0: return "b";
      case 1: return "not b";
      case 2: return var() + " < " + var();
      case 3: return "b or " + var() + " <= " + number();
      case 4: return var() + " != 0 and " + var() + " >= " + var();
      case 5:
        if (chance(8)) return note("division", var() + " / " + var() + " == " + number());
        return var() + " != " + var();
      case 6: return var() + " == " + number() + " or " + var() + " == " + number();
      default: return var() + " == " + number();
    }
  }

  // What a process waits for: in some programs always one variable.
  std::string awaited() {
    if (!waits_for_one_) return condition();
    std::string v = var();
    switch (random_.below(5)) {
      case 0: return chance(2) ? "b" : "not b";
      case 1: return v + " != " + number();
      case 2: return v + (chance(2) ? " < " : " >= ") + number();
      case 3: return v + " == " + number() + " or " + v + " == " + number();
      default: return v + " == " + number();
    }
  }

  void block(int depth) {
    ++indent_;
    do {
      statement(depth);
    } while (budget_ > 0 && !chance(depth == 2 ? 12 : 3));
    --indent_;
  }

  std::string assignment() { return chance(4) ? "b := " + condition() : var() + " := " + expr(); }

  void statement(int depth) {
    --budget_;
    switch (random_.below(depth > 0 ? 14 : 9)) {
      case 0: return line(note("assert", "assert(" + condition() + ");"));
      case 1: return line(chance(2) ? "skip;" : note("assume", "assume(" + condition() + ");"));
      case 2:
      case 3:
      case 4: return line(note("await", "await(" + awaited() + ");"));
      case 9:
      case 10: {
        line(note("if", "if (" + condition() + ") {"));
        block(depth - 1);
        if (chance(2)) {
          line("} else {");
          block(depth - 1);
        }
        return line("}");
      }
      case 11:
        line(note("while",
                  "while (" + condition() + ")[" + std::to_string(1 + random_.below(2)) + "] {"));
        block(depth - 1);
        return line("}");
      case 12: {
        std::string body = chance(2) ? "await(" + awaited() + "); " : "";
        return line(note("new", "new(" + body + assignment() + ");"));
      }
      case 13: return line(note("join", "join;"));
      default: return line(assignment() + ";");
    }
  }

  run::Random random_;
  int size_;
  bool has_inputs_;
  Generated out_;
  std::size_t indent_ = 0;
  int budget_ = 0;
  bool waits_for_one_ = false;
};

}  // namespace

Generated generate_pl(std::uint64_t seed, int size, bool has_inputs) {
  return PlWriter(seed, size, has_inputs).write();
}

}  // namespace concurrent
