#include "ir/pass/liveness.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/oox.h"

namespace {

// Names of the variables live where the statement that starts on `line` begins.
std::vector<std::string> live_at_line(const support::Oox& oox, const std::string& proc_name,
                                      std::uint32_t line) {
  const ir::Procedure& proc = oox.proc(proc_name);
  for (const ir::Transition& t : proc.transitions) {
    if (oox.sources.begin(t.span).line != line) continue;
    std::vector<std::string> names;
    for (ir::LocalId id : *proc.location(t.source).live) names.push_back(proc.local(id).name);
    std::sort(names.begin(), names.end());
    return names;
  }
  ADD_FAILURE() << "no transition on line " << line;
  return {};
}

using Names = std::vector<std::string>;

TEST(Liveness, AVariableIsDeadAfterItsLastRead) {
  support::Oox oox(
      "class Main { static int main(int a, int b) {\n"
      "int x := a + 1;\n"  // 2
      "int y := b;\n"      // 3
      "y := x + y;\n"      // 4
      "return y;\n"        // 5
      "} }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 2), (Names{"a", "b"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 3), (Names{"b", "x"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 4), (Names{"x", "y"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 5), (Names{"y"}));
}

TEST(Liveness, GoesAroundLoops) {
  support::Oox oox(
      "class Main { static int main(int n) {\n"
      "int i := 0;\n"       // 2
      "int unused := 7;\n"  // 3
      "while (i < n) {\n"   // 4
      "i := i + 1;\n"       // 5
      "}\n"
      "return i; } }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 5), (Names{"i", "n"}));
}

TEST(Liveness, TheTargetOfACallSurvivesIntoItsHandler) {
  support::Oox oox(
      "class Main { static int f() { throw; }\n"
      "static int main() {\n"
      "int x := 1;\n"                       // 3
      "try { x := Main.f(); } catch { }\n"  // 4
      "return x; } }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 4), (Names{"x"}));
}

TEST(Liveness, WhatExceptionalReadsIsLiveEverywhere) {
  support::Oox oox(
      "class Main { static void main(int a)\n"
      "exceptional (a > 0) {\n"
      "int x := 1;\n"  // 3
      "x := 2;\n"      // 4
      "} }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 3), (Names{"a"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 4), (Names{"a"}));
}

// The definition, iterated over all variables and locations until nothing changes.
class Plain {
 public:
  Plain(const ir::Program& program, const ir::Procedure& proc)
      : program_(program), proc_(proc), always_(proc.locals.size(), false) {
    clauses(ir::ContractKind::Exceptional, always_);
    live_.assign(proc.locations.size(), always_);
    for (bool changed = true; changed;) {
      changed = false;
      for (const ir::Transition& t : proc.transitions) {
        changed = merge(before(t), live_[t.source.index()]) || changed;
      }
    }
  }

  std::vector<ir::LocalId> at(std::size_t location) const {
    std::vector<ir::LocalId> result;
    for (std::size_t v = 0; v < proc_.locals.size(); ++v) {
      if (live_[location][v] && !proc_.locals[v].is_bound) result.emplace_back(v);
    }
    return result;
  }

 private:
  using Set = std::vector<bool>;

  void reads(ir::ExprId id, Set& set) const {
    if (!id) return;
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Local) set[e.local.index()] = true;
    for (ir::ExprId part : {e.a, e.b, e.c}) reads(part, set);
  }
  void clauses(ir::ContractKind kind, Set& set) const {
    for (const ir::Clause& c : proc_.contract) {
      if (c.kind == kind) reads(c.condition, set);
    }
  }
  static bool merge(const Set& from, Set& into) {
    bool changed = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] && !into[i]) into[i] = changed = true;
    }
    return changed;
  }
  Set before(const ir::Transition& t) const {
    Set set = live_[t.target.index()];
    for (std::size_t i = t.actions.size(); i-- > 0;) step(t.actions[i], t.except, set);
    reads(t.guard, set);
    for (std::size_t i = t.reads.size(); i-- > 0;) step(t.reads[i], {}, set);
    return set;
  }
  void step(const ir::Action& action, ir::LocId except, Set& set) const {
    ir::LocalId written = ir::written_local(action);
    bool may_keep = std::holds_alternative<ir::ChooseInstance>(action) ||
                    std::holds_alternative<ir::ChooseReachable>(action);
    if (written && !may_keep) set[written.index()] = always_[written.index()];
    if (except && std::holds_alternative<ir::Call>(action)) merge(live_[except.index()], set);
    ir::for_each_expr(action, [&](ir::ExprId e) { reads(e, set); });
    if (const auto* check = std::get_if<ir::CheckContract>(&action)) clauses(check->kind, set);
  }

  const ir::Program& program_;
  const ir::Procedure& proc_;
  Set always_;
  std::vector<Set> live_;
};

// A body of nested statements over a few variables, by a seed.
std::string random_body(std::uint64_t& seed, int depth) {
  auto pick = [&](std::uint64_t n) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (seed >> 33) % n;
  };
  auto name = [&] { return std::string(1, static_cast<char>('a' + pick(5))); };
  std::string text;
  for (std::uint64_t i = 0, n = 1 + pick(4); i < n; ++i) {
    std::uint64_t kind = pick(depth > 0 ? 8 : 4);
    if (kind == 0) text += name() + " := " + name() + " + " + name() + ";\n";
    if (kind == 1) text += name() + " := Main.call(" + name() + ");\n";
    if (kind == 2) text += "assert " + name() + " / " + name() + " != 7;\n";
    if (kind == 3) text += name() + " := 1;\n";
    if (kind == 4) text += "while (" + name() + " < 3) { " + random_body(seed, depth - 1) + " }\n";
    if (kind == 5) {
      text += "if (" + name() + " > 0) { " + random_body(seed, depth - 1) + " } else { " +
              random_body(seed, depth - 1) + " }\n";
    }
    if (kind == 6) {
      text += "try { " + random_body(seed, depth - 1) + " } catch { " +
              random_body(seed, depth - 1) + " }\n";
    }
    if (kind == 7) text += "lock (this) { " + random_body(seed, depth - 1) + " }\n";
  }
  return text;
}

TEST(Liveness, AgreesWithItsDefinition) {
  std::uint64_t seed = 7;
  for (int round = 0; round < 200; ++round) {
    std::string clause = round % 3 == 0 ? "exceptional(a > 0) ensures(retval > b)" : "";
    support::Oox oox(
        "class Main { static int call(int x) requires(x > 0) { return x + 1; }\n"
        "int test(int a, int b, int c, int d, int e) " +
        clause + " {\n" + random_body(seed, 3) + "return a; } }");
    pass::annotate_liveness(oox.program);
    for (const ir::Procedure& proc : oox.program.procs) {
      Plain plain(oox.program, proc);
      for (std::size_t i = 0; i < proc.locations.size(); ++i) {
        ASSERT_TRUE(proc.locations[i].live.has_value());
        ASSERT_EQ(*proc.locations[i].live, plain.at(i)) << "round " << round;
      }
    }
  }
}

TEST(Liveness, ManyShortLivedVariablesTakeLittle) {
  std::string body;
  for (int i = 0; i < 5000; ++i) body += "int x" + std::to_string(i) + " := 1;\n";
  support::Oox oox("class Main { static void main() { " + body + " assert x7 == 1; } }");
  pass::annotate_liveness(oox.program);
  std::size_t entries = 0;
  for (const ir::Location& at : oox.proc("Main.main").locations) entries += at.live->size();
  EXPECT_EQ(entries, 5000U - 7);
}

}  // namespace
