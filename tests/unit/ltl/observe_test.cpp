// Places and quantifiers woven into programs, seen by the interpreter.
#include "logic/ltl/observe.h"

#include <gtest/gtest.h>

#include "base/diag/render.h"
#include "engine/interp/enabled.h"
#include "engine/interp/model.h"
#include "engine/interp/system.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "lang/bir/parse.h"
#include "logic/ltl/parser.h"
#include "support/oox.h"

namespace {

struct Observed : support::Oox {
  std::optional<ltl::Property> property;

  Observed(const std::string& text, const std::string& formula, const std::string& entry)
      : Oox(text) {
    program.entry = program.find_proc(entry);
    ltl::SyntaxPtr syntax = ltl::parse(sources, sources.add("--ltl", formula), sink);
    if (!syntax) return;
    property = ltl::observe(syntax, program, sources, sink);
    if (!property) return;
    for (const ir::Malformed& m : ir::verify(program)) ADD_FAILURE() << m.where << ": " << m.what;
    for (ltl::Proposition& p : property->propositions) {
      EXPECT_EQ(ltl::bind(p.condition, program), std::nullopt);
    }
  }
  std::string error() const {
    return sink.all().empty() ? "none" : std::string(diag::info(sink.all()[0].kind).code);
  }
};

// The state of the interpreter as propositions see it.
struct View {
  const interp::Model& model;
  const interp::State& state;

  static std::int64_t number(const interp::Value& value) {
    if (const auto* b = std::get_if<bool>(&value)) return *b ? 1 : 0;
    if (const auto* i = std::get_if<base::Integer>(&value)) return *i->to_int64();
    if (const auto* o = std::get_if<interp::ObjectId>(&value)) return o->index() + 1;
    if (const auto* t = std::get_if<interp::ThreadId>(&value)) return t->index() + 1;
    return 0;
  }
  std::int64_t global(ir::GlobalId id) const { return number(state.globals[id.index()]); }
  std::int64_t field(std::int64_t object, ir::FieldId id) const {
    const interp::Object& o = state.object(interp::ObjectId(static_cast<std::size_t>(object - 1)));
    return number(o.slots[interp::slot_of(model, o, id)]);
  }
  std::uint32_t thread_count() const { return static_cast<std::uint32_t>(state.threads.size()); }
  bool has_ended(std::uint32_t t) const { return state.threads[t].has_ended(); }
  ir::ProcId proc_of(std::uint32_t t) const { return state.threads[t].frames.back().proc; }
  ir::LocId location_of(std::uint32_t t) const { return state.threads[t].frames.back().at; }
  std::int64_t local(std::uint32_t t, ir::LocalId id) const {
    return number(state.threads[t].frames.back().locals[id.index()]);
  }
};

// The valuations that one random execution runs through, without repetitions.
std::vector<std::uint64_t> word(const Observed& o, std::uint64_t seed) {
  interp::Model model(o.program);
  interp::System system(model);
  interp::RandomChooser chooser(seed);
  auto state = system.initial(chooser);
  std::vector<std::uint64_t> result;
  for (int i = 0; i < 500; ++i) {
    View view{model, state};
    std::uint64_t now = ltl::valuation(o.property->propositions, view);
    if (result.empty() || result.back() != now) result.push_back(now);
    auto enabled = system.enabled(state);
    if (enabled.empty()) break;
    system.step(state, enabled[chooser.choose(run::DecisionKind::Schedule, enabled.size())],
                chooser);
  }
  EXPECT_NE(state.outcome, interp::Outcome::Violated)
      << (state.violation ? state.violation->message : "");
  return result;
}

using Word = std::vector<std::uint64_t>;

const char* const kLoop =
    "class Main {\n"
    "  static int twice(int n) {\n"
    "    int m := n + n;\n"  // 3
    "    return m;\n"        // 4
    "  }\n"
    "  static void main() {\n"
    "    int i := 0;\n"                // 7
    "    while (i < 2) {\n"            // 8
    "      int r := Main.twice(i);\n"  // 9
    "      i := i + 1;\n"              // 10
    "    }\n"
    "  }\n"
    "}\n";

TEST(Observe, AThreadIsAtALineUntilItMovesOn) {
  Observed o(kLoop, "[](Main.main@10 -> <>Main.main@9)", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  // Propositions in the order of their occurrence: line 10, line 9.
  EXPECT_EQ(word(o, 1), (Word{0, 2, 0, 1, 0, 2, 0, 1, 0}));
}

TEST(Observe, EntryAndExitSeeParametersAndTheResult) {
  Observed o(kLoop, "[](Main.twice@entry(n == 1) -> <>Main.twice@exit(retval == 2))", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  EXPECT_EQ(word(o, 1), (Word{0, 1, 0, 2, 0}));
}

TEST(Observe, ConditionsAreThoseOfTheVariablesInScope) {
  Observed o(kLoop, "[]!Main.main@10(i == 1 && r != 5)", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  EXPECT_EQ(word(o, 1), (Word{0, 1, 0}));
}

TEST(Observe, CountersCountThreads) {
  Observed o(
      "class Main {\n"
      "  static void work() {\n"
      "    int i := 0;\n"
      "  }\n"
      "  static void main() {\n"
      "    fork Main.work();\n"
      "    fork Main.work();\n"
      "    join;\n"
      "  }\n"
      "}\n",
      "<>Main.work@3", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Word seen = word(o, seed);
    EXPECT_TRUE(seen == (Word{0, 1, 0}) || seen == (Word{0, 1, 0, 1, 0})) << seed;
  }
}

const char* const kObjects =
    "class Box { int v; Box(int v) { this.v := v; } }\n"
    "class Main {\n"
    "  static void show(Box b) {\n"
    "    int i := 0;\n"
    "  }\n"
    "  static void main() {\n"
    "    Box a := new Box(1);\n"
    "    Box b := new Box(2);\n"
    "    Main.show(a);\n"
    "    Main.show(b);\n"
    "  }\n"
    "}\n";

TEST(Observe, AQuantifiedObjectIsBoundOnceOrNever) {
  Observed o(kObjects, "forall x : Box . <>(Main.show@4(b == x) && x.v == 2)", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  // 1: shown, 2: x.v == 2, 4: bound.
  std::set<Word> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) seen.insert(word(o, seed));
  EXPECT_EQ(seen, (std::set<Word>{{0}, {0, 4, 5, 4}, {0, 4, 6, 7, 6}}));
}

TEST(Observe, OtherQuantifiersGetTheObjectsInOrder) {
  Observed o(kObjects, "exists x : Box . <>(x.v == 2)", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  std::set<Word> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) seen.insert(word(o, seed));
  EXPECT_EQ(seen.size(), 1U);  // nothing is chosen
  EXPECT_TRUE(o.property->is_stutter_invariant);
}

TEST(Observe, NextIsNotStutterInvariant) {
  EXPECT_FALSE(Observed(kLoop, "[](Main.main@9 -> X Main.main@10)", "Main.main")
                   .property->is_stutter_invariant);
}

TEST(Observe, Errors) {
  auto error = [](const std::string& formula) {
    Observed o(kObjects, formula, "Main.main");
    EXPECT_FALSE(o.property) << formula;
    return o.error();
  };
  EXPECT_EQ(error("[]Main.shwo@4"), "LTL0101");
  EXPECT_EQ(error("[]Main.show@99"), "LTL0102");
  EXPECT_EQ(error("[]Main.show@nowhere"), "LTL0102");
  EXPECT_EQ(error("[]Main.show@4(c == null)"), "LTL0101");
  EXPECT_EQ(error("[]Main.show@4(i == null)"), "LTL0103");
  EXPECT_EQ(error("[]Main.show@4(b < null)"), "LTL0103");
  EXPECT_EQ(error("[]Main.show@4(i)"), "LTL0103");
  EXPECT_EQ(error("forall x : Bax . []true"), "LTL0101");
  EXPECT_EQ(error("forall x : Main . []true"), "LTL0104");
  EXPECT_EQ(error("forall x : Box . []Main.show@4(b != x)"), "LTL0105");
  EXPECT_EQ(error("forall x : Box . []Main.show@4(!(b == x))"), "LTL0105");
  EXPECT_EQ(error("forall x : Box . [](x.w > 1)"), "LTL0101");
  EXPECT_EQ(error("forall x : Box . [](x.v > null)"), "LTL0103");
  EXPECT_EQ(error("forall x : Box . [](x)"), "LTL0103");
  EXPECT_EQ(error("[](y > 1)"), "LTL0101");
}

TEST(Observe, InputsAreNotQuantifiedOver) {
  Observed o(kObjects, "forall x : Box . []true", "Main.show");
  EXPECT_EQ(o.error(), "LTL0104");
}

TEST(Observe, WhatItMakesIsBir) {
  Observed o(kObjects, "forall x : Box . []!(Main.show@exit && Main.show@4(b == x))", "Main.main");
  ASSERT_TRUE(o.property) << o.error();
  std::string text = ir::print(o.program);
  base::Sources sources;
  diag::Sink sink;
  auto again = bir::parse(sources, sources.add("again.bir", text), sink);
  ASSERT_TRUE(again) << diag::render(sources, sink, {}) << text;
  EXPECT_EQ(ir::print(*again), text);
}

TEST(Observe, PredicatesOfBir) {
  const char* text =
      "system t()\n"
      "w : tid;\n"
      "main thread Main()\n"
      "  loc a: when true do { w := start Other(); } goto b;\n"
      "  loc b: when threadTerminated(w) do { } goto c;\n"
      "  loc c:\n"
      "end Main;\n"
      "thread Other()\n"
      "  done : boolean;\n"
      "  x : range 0..3;\n"
      "  loc a: when true do { done := true; } goto b;\n"
      "  loc b: when true do { x := 2; } goto c;\n"
      "  loc c:\n"
      "end Other;\n"
      "predicates\n"
      "  some_b = Other[null]@b;\n"
      "  that_b = Other[w]@b;\n"
      "  flag = Other[null]:done;\n"
      "  number = Other[null]:x;\n"
      "end t;\n";
  auto observed = [&](const std::string& formula) {
    base::Sources sources;
    diag::Sink sink;
    auto program = bir::parse(sources, sources.add("t.bir", text), sink);
    EXPECT_TRUE(program) << diag::render(sources, sink, {});
    auto syntax = ltl::parse(sources, sources.add("--ltl", formula), sink);
    auto property = ltl::observe(syntax, *program, sources, sink);
    if (!property) return Word{99};
    for (const ir::Malformed& m : ir::verify(*program)) ADD_FAILURE() << m.where << ": " << m.what;
    for (ltl::Proposition& p : property->propositions) {
      EXPECT_EQ(ltl::bind(p.condition, *program), std::nullopt);
    }
    interp::Model model(*program);
    interp::System system(model);
    interp::RandomChooser chooser(1);
    auto state = system.initial(chooser);
    Word result;
    for (int i = 0; i < 50; ++i) {
      std::uint64_t now = ltl::valuation(property->propositions, View{model, state});
      if (result.empty() || result.back() != now) result.push_back(now);
      auto enabled = system.enabled(state);
      if (enabled.empty()) break;
      system.step(state, enabled[0], chooser);
    }
    return result;
  };
  EXPECT_EQ(observed("<>some_b"), (Word{0, 1, 0}));
  EXPECT_EQ(observed("<>that_b"), (Word{0, 1, 0}));
  EXPECT_EQ(observed("<>Other@b(done)"), (Word{0, 1, 0}));
  EXPECT_EQ(observed("<>flag"), (Word{0, 1, 0}));
  EXPECT_EQ(observed("<>number"), (Word{99}));
  EXPECT_EQ(observed("<>(w != null)"), (Word{0, 1}));
}

}  // namespace
