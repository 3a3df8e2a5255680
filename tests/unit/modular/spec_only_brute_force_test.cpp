// Random specifications and random properties of a procedure that makes two calls, against
// enumeration: all states, results and states in between of one object and up to two others.
#include <gtest/gtest.h>

#include "base/run/random.h"
#include "engine/modular/property.h"
#include "logic/rel/eval.h"
#include "unit/modular/support.h"

namespace spec_only_brute_force_test {

using modular_test::Program;

// Formulas over sets of D.
class Formulas {
 public:
  Formulas(run::Random& random, std::string argument) : random_(random) {
    terms_ = {std::move(argument), "return",  "this.f", "this.f'", "this.g",
              "this.g'",           "this.f'", "D",      "this.g'"};
  }

  std::string formula(int depth) {
    if (depth == 0) return atom();
    switch (random_.below(6)) {
      case 0: return "(" + formula(depth - 1) + " or " + formula(depth - 1) + ")";
      case 1: return "(" + formula(depth - 1) + " => " + formula(depth - 1) + ")";
      case 2: return "not " + formula(depth - 1);
      case 3: return atom();
      default: return "(" + formula(depth - 1) + " and " + formula(depth - 1) + ")";
    }
  }

 private:
  std::string atom() {
    switch (random_.below(8)) {
      case 0: return "(no " + set(1) + ")";
      case 1: return "(some " + set(1) + ")";
      case 2: return "(f' = f)";
      case 3: return "(" + set(1) + " in " + set(1) + ")";
      case 4: return "(one " + set(1) + ")";
      default: return "(" + set(0) + " = " + set(1) + ")";
    }
  }
  std::string set(int depth) {
    std::string term = terms_[random_.below(terms_.size())];
    if (depth == 0 || random_.below(2) == 0) return term;
    const char* operators[] = {" + ", " - ", " & "};
    return "(" + term + operators[random_.below(3)] + set(depth - 1) + ")";
  }

  run::Random& random_;
  std::vector<std::string> terms_;
};

std::string program_text(std::uint64_t seed) {
  run::Random random(seed);
  std::string spec = Formulas(random, "d").formula(2);
  std::string property = Formulas(random, "x").formula(2);
  return fmt::format(
      "class D {{ }}\nclass C {{\n    specfield f : set D;\n    specfield g : lone D;\n"
      "    D m(D d) spec {{ {} }};\n    D run(D x) property p {{ {} }} {{\n"
      "        D r := this.m(x);\n        if (r != null) {{ r := this.m(r); }}\n"
      "        return r;\n    }}\n}}\n",
      spec, property);
}

// One object of C, `count` of D.
class Enumeration {
 public:
  Enumeration(Program& program, std::size_t count)
      : program_(program.ir), slots_(program_), heap_(program_, slots_, exprs_, scope(), grows()) {
    spec_ = *modular::parse_specification(program.sources, program_, program.proc("C.m"), heap_,
                                          program.sink);
    ir::ProcId run = program.proc("C.run");
    property_ = *modular::parse_property(program.sources, program_, run,
                                         program_.proc(run).properties[0], heap_, program.sink);
    c_ = heap_.first_atom(find("C"));
    rel::Atom first = heap_.first_atom(find("D"));
    for (std::size_t bits = 0; bits < (std::size_t{1} << count); ++bits) {
      rel::TupleSet f(heap_.universe(), 2);
      for (std::size_t k = 0; k < count; ++k) {
        if (bits >> k & 1) f.add({c_, first + static_cast<rel::Atom>(k)});
      }
      for (std::size_t g = 0; g <= count; ++g) states_.emplace_back(f, lone(first, g, true));
    }
    for (std::size_t k = 0; k <= count; ++k) values_.push_back(lone(first, k, false));
    objects_ = rel::TupleSet::range(heap_.universe(), first, first + static_cast<rel::Atom>(count));
  }

  bool is_violated() {
    for (std::size_t s = 0; s < states_.size(); ++s) {
      for (std::size_t x = 0; x < values_.size(); ++x) {
        for (auto [t, r] : calls(s, x)) {
          if (r == 0 && !holds(property_, s, t, x, r)) return true;
          if (r == 0) continue;
          for (auto [u, q] : calls(t, r)) {
            if (!holds(property_, s, u, x, q)) return true;
          }
        }
      }
    }
    return false;
  }

 private:
  using Ends = std::vector<std::pair<std::size_t, std::size_t>>;  // state and result

  static modular::Scope scope() { return {.objects = 2, .bitwidth = 2, .classes = {{"C", 1}}}; }
  std::vector<bool> grows() const { return std::vector<bool>(slots_.size()); }
  modular::SlotId find(std::string_view name) const {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[modular::SlotId(i)].name == name) return modular::SlotId(i);
    }
    UNREACHABLE("slot");
  }
  rel::TupleSet lone(rel::Atom first, std::size_t number, bool of_c) const {
    rel::TupleSet set(heap_.universe(), of_c ? 2 : 1);
    rel::Atom atom = first + static_cast<rel::Atom>(number) - 1;
    if (number > 0 && of_c) set.add({c_, atom});
    if (number > 0 && !of_c) set.add({atom});
    return set;
  }

  const Ends& calls(std::size_t state, std::size_t arg) {
    auto [it, is_new] = calls_.try_emplace({state, arg});
    if (!is_new) return it->second;
    for (std::size_t t = 0; t < states_.size(); ++t) {
      bool f_stays = !spec_.after.contains(find("f"));
      bool g_stays = !spec_.after.contains(find("g"));
      if (f_stays && states_[t].first != states_[state].first) continue;
      if (g_stays && states_[t].second != states_[state].second) continue;
      for (std::size_t r = 0; r < values_.size(); ++r) {
        if (holds(spec_, state, t, arg, r)) it->second.emplace_back(t, r);
      }
    }
    return it->second;
  }

  bool holds(const modular::Property& formula, std::size_t before, std::size_t after,
             std::size_t arg, std::size_t result) {
    rel::Instance instance;
    auto set = [&](modular::SlotId slot, rel::RelationId relation, std::size_t state) {
      const std::string& name = slots_[slot].name;
      rel::TupleSet self(heap_.universe(), 1);
      self.add({c_});
      instance.set(relation, name == "f"   ? states_[state].first
                             : name == "g" ? states_[state].second
                             : name == "C" ? self
                                           : objects_);
    };
    for (const auto& [slot, relation] : formula.before) set(slot, relation, before);
    for (const auto& [slot, relation] : formula.after) set(slot, relation, after);
    rel::TupleSet self(heap_.universe(), 1);
    self.add({c_});
    instance.set(formula.params[0], self);
    instance.set(formula.params[1], values_[arg]);
    if (formula.result) instance.set(formula.result, values_[result]);
    return rel::Evaluator(exprs_, heap_.universe(), instance).holds(formula.formula) ==
           rel::Truth::True;
  }

  const ir::Program& program_;
  modular::Slots slots_;
  rel::Exprs exprs_;
  modular::Heap heap_;
  modular::Property spec_, property_;
  rel::Atom c_ = 0;
  rel::TupleSet objects_;
  std::vector<std::pair<rel::TupleSet, rel::TupleSet>> states_;  // f and g
  std::vector<rel::TupleSet> values_;                            // null first
  std::map<std::pair<std::size_t, std::size_t>, Ends> calls_;
};

TEST(GivenBruteForce, EveryExecutionThatIsAllowedIsFoundAndNoOther) {
  int counts[2] = {0, 0};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::string text = program_text(seed);
    Program program(text);
    bool is_violated = false;
    for (std::size_t count = 0; count <= 2 && !is_violated; ++count) {
      is_violated = Enumeration(program, count).is_violated();
    }
    modular::Options options = modular_test::bounds(2, 2);
    options.scope.classes["C"] = 1;
    auto answer = program.verify("C.run", options);
    auto expected = is_violated ? verdict::VerdictKind::Invalid : verdict::VerdictKind::Valid;
    EXPECT_EQ(answer.result.verdict, expected) << answer.result.reason << "\n" << text;
    ++counts[is_violated ? 1 : 0];
  }
  EXPECT_GT(counts[0], 2);
  EXPECT_GT(counts[1], 2);
}

}  // namespace spec_only_brute_force_test
