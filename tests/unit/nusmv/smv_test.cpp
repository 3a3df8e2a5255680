// The SMV text of small models, computed with by a reader of its own, against the
// reference interpreter: the same number of states, and the same ways to fail.
#include "engine/nusmv/smv.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "engine/mc/engine.h"
#include "ir/pass/liveness.h"
#include "lang/bir/parse.h"
#include "logic/ltl/observe.h"
#include "logic/ltl/parser.h"
#include "support/bir.h"
#include "support/interp_states.h"
#include "support/smv_search.h"

namespace {

std::string model_text(const std::string& name) {
  return support::read_test_file("programs/models/" + name);
}

struct Verdicts {
  std::size_t states = 0;
  bool deadlock = false;
  bool error = false;
  bool limit = false;
  bool discarded = false;
  std::set<std::uint32_t> assertions;
};

Verdicts verdicts_of(const nusmv::SmvModel& emitted) {
  support::smv::Model model = support::smv::Reader(emitted.text).read();
  EXPECT_EQ(model.invariants.size(), emitted.specs.size());
  support::smv::Reachable reached = support::smv::Search(model).run();
  Verdicts result;
  result.states = reached.by_trap["none"];
  result.discarded = reached.by_trap["discarded"] > 0;
  for (std::size_t i = 0; i < emitted.specs.size(); ++i) {
    if (reached.holds[i]) continue;
    switch (emitted.specs[i].kind) {
      case nusmv::SmvSpecKind::Assert: result.assertions.insert(emitted.specs[i].span.begin); break;
      case nusmv::SmvSpecKind::Error: result.error = true; break;
      case nusmv::SmvSpecKind::Limit: result.limit = true; break;
      case nusmv::SmvSpecKind::Deadlock: result.deadlock = true; break;
      case nusmv::SmvSpecKind::Ltl: break;  // not among invariants
    }
  }
  return result;
}

// The explicit search without any reduction. It stops at the first violation, and does not
// store states in which an exception has ended the execution.
void expect_agreement_with_mc(const ir::Program& program, const support::InterpStates& truth,
                              const std::string& name) {
  mc::Options options;
  options.kind = mc::SearchKind::Basic;
  options.symmetry = options.live = options.coarsen = options.reduce = false;
  options.forget_ended = false;
  auto model = mc::compile(program, options);
  ASSERT_TRUE(model) << name << ": " << model.error();
  run::Run run;
  verdict::Answer answer = mc::search(run, **model);
  bool is_wrong = truth.deadlock || truth.error || truth.limit || !truth.assertions.empty();
  ASSERT_EQ(answer.result.violation.has_value(), is_wrong) << name;
  if (is_wrong) return;
  EXPECT_TRUE(answer.result.complete) << name;
  EXPECT_EQ(answer.result.stats.stored_states, truth.states - truth.ended) << name;
}

// With the states of the interpreter, and with fewer: dead variables do not count.
void expect_agreement(support::Bir& bir, const std::string& name) {
  ASSERT_TRUE(bir.parsed) << name;
  support::InterpStates truth = support::InterpSearch(*bir.parsed).run();
  auto exact = nusmv::smv(*bir.parsed, {.reset_dead = false, .sources = &bir.sources});
  ASSERT_TRUE(exact) << name << ": " << exact.error();
  Verdicts found;
  ASSERT_NO_THROW(found = verdicts_of(*exact)) << name << "\n" << exact->text;
  EXPECT_EQ(found.states, truth.states) << name;
  expect_agreement_with_mc(*bir.parsed, truth, name);
  pass::annotate_liveness(*bir.parsed);
  auto smaller = nusmv::smv(*bir.parsed);
  ASSERT_TRUE(smaller) << name << ": " << smaller.error();
  Verdicts reduced;
  ASSERT_NO_THROW(reduced = verdicts_of(*smaller)) << name << "\n" << smaller->text;
  EXPECT_LE(reduced.states, truth.states) << name;
  for (const Verdicts& v : {found, reduced}) {
    EXPECT_EQ(v.deadlock, truth.deadlock) << name;
    EXPECT_EQ(v.error, truth.error) << name;
    EXPECT_EQ(v.limit, truth.limit) << name;
    EXPECT_EQ(v.discarded, truth.discarded) << name;
    EXPECT_EQ(v.assertions, truth.assertions) << name;
  }
}

class SmvModels : public testing::TestWithParam<const char*> {};

TEST_P(SmvModels, HaveTheStatesAndVerdictsOfTheInterpreter) {
  support::Bir bir(model_text(std::string(GetParam()) + ".bir"));
  expect_agreement(bir, GetParam());
}

// Propositions are true in as many states as the interpreter finds.
TEST(Smv, WritesTemporalProperties) {
  support::Bir bir(model_text("smv_peterson.bir"));
  base::FileId file = bir.sources.add("formula", "[](waiting -> <>(inside == 1))");
  ltl::SyntaxPtr syntax = ltl::parse(bir.sources, file, bir.sink);
  ASSERT_TRUE(syntax);
  auto property = ltl::observe(syntax, *bir.parsed, bir.sources, bir.sink);
  ASSERT_TRUE(property);
  auto emitted = nusmv::smv(*bir.parsed, {.reset_dead = false, .property = &*property});
  ASSERT_TRUE(emitted) << emitted.error();
  EXPECT_EQ(emitted->specs.back().kind, nusmv::SmvSpecKind::Ltl);
  support::smv::Model model = support::smv::Reader(emitted->text).read();
  ASSERT_EQ(model.formulas.size(), 1U);
  support::smv::Reachable reached = support::smv::Search(model).run();

  ir::ProcId side = bir.parsed->find_proc("Side");
  auto waits = [&](const interp::State& state) {
    return std::any_of(state.threads.begin(), state.threads.end(), [&](const auto& thread) {
      if (thread.has_ended() || thread.frames.front().proc != side) return false;
      ir::LocId at = thread.frames.front().at;
      return bir.parsed->proc(side).location(at).name == "wait_";
    });
  };
  auto is_inside = [&](const interp::State& state) {
    std::size_t inside = 0;
    while (bir.parsed->globals[inside].name != "inside") ++inside;
    return state.globals[inside] == interp::Value(base::Integer(1));
  };
  std::map<std::string, std::size_t> expected{
      {"waiting", support::InterpSearch(*bir.parsed, waits).run().counted},
      {"inside", support::InterpSearch(*bir.parsed, is_inside).run().counted}};
  ASSERT_EQ(property->propositions.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    bool is_place = property->propositions[i].text.starts_with("waiting");
    EXPECT_EQ(reached.by_define["property_" + std::to_string(i)],
              expected[is_place ? "waiting" : "inside"])
        << property->propositions[i].text;
  }
}

TEST(Smv, RefusesNumbersThatNusmvCannotCompute) {
  support::Bir bir(
      "system big() x : range 0..4000000000; main thread Main() loc a: when true do { x := 1; } "
      "goto b; loc b: end Main; end big;");
  ASSERT_TRUE(bir.parsed);
  auto emitted = nusmv::smv(*bir.parsed);
  ASSERT_FALSE(emitted);
  EXPECT_NE(emitted.error().find("32 bits"), std::string::npos);
}

// Names of the program that are words of SMV, or the names of others.
TEST(Smv, KeepsNamesApart) {
  support::Bir bir(
      "system names() next : range 0..1; Main_x : range 0..3; trap : boolean; idle : boolean; "
      "main thread Main() x : range 0..2; running : boolean; "
      "loc init: when true do { next := 1; x := 2; Main_x := 3; } goto case; "
      "loc case: when x == 2 do { running := next == 1; trap := running; idle := trap; } "
      "goto ended; loc ended: when idle do { assert(Main_x == 3); } goto done; loc done: end Main; "
      "end names;");
  expect_agreement(bir, "names");
}

INSTANTIATE_TEST_SUITE_P(Emit, SmvModels,
                         testing::Values("smv_peterson", "smv_forks", "smv_semaphore",
                                         "smv_monitor", "smv_list", "smv_choices", "smv_arrays",
                                         "smv_limit", "smv_errors", "smv_exceptions", "smv_threads",
                                         "smv_assume", "smv_arithmetic", "smv_objects", "peterson",
                                         "alternating_bit", "philosophers_ordered"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
