// SPIN on translated models, against the reference interpreter and the explicit-state
// engine: the same verdicts and, where nothing is left out, the same number of states.
#include "engine/spin/spin.h"

#include <gtest/gtest.h>

#include <deque>
#include <unordered_set>

#include "base/process.h"
#include "certify/certify.h"
#include "engine/interp/enabled.h"
#include "engine/interp/system.h"
#include "engine/mc/engine.h"
#include "engine/spin/promela.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "support/bir.h"

namespace {

struct Truth {
  std::size_t states = 0;
  std::set<verdict::ViolationKind> violations;
};

interp::Options interp_options() {
  interp::Options result;
  result.bounds.range_values = INT32_MAX;
  return result;
}

// All states by the interpreter, each thread considered at each of them.
Truth truth_about(const ir::Program& program) {
  interp::Model model(program, interp_options());
  interp::System system(model);
  Truth result;
  std::unordered_set<std::string> known;
  std::deque<interp::State> queue;
  auto visit = [&](interp::State state) {
    if (!known.insert(system.encode(state)).second) return;
    if (auto violation = interp::violation(model, state)) {
      result.violations.insert(violation->kind);
    } else {
      queue.push_back(std::move(state));
    }
  };
  interp::EnumeratingChooser none;
  visit(system.initial(none));
  while (!queue.empty()) {
    interp::State state = std::move(queue.front());
    queue.pop_front();
    for (interp::ThreadId thread : system.enabled(state)) {
      interp::EnumeratingChooser chooser;
      do {
        interp::State next = state;
        system.step(next, thread, chooser);
        visit(std::move(next));
      } while (chooser.advance());
    }
  }
  result.states = known.size();
  return result;
}

bool lacks_spin() { return base::find_program("spin").empty(); }

#define NEEDS_SPIN() \
  if (lacks_spin()) GTEST_SKIP() << "SPIN is not installed; tools/setup installs it"

spin::SpinAnswer spin_on(const ir::Program& program, spin::PromelaOptions options, bool reduce) {
  auto text = spin::promela(program, options);
  EXPECT_TRUE(text.has_value()) << text.error();
  run::Run run;
  spin::SpinAnswer answer = spin::run_spin(run, text.value_or(""), {.reduce = reduce});
  EXPECT_EQ(answer.reason, "");
  return answer;
}

support::Bir load(const std::string& name) {
  return support::Bir(support::read_test_file("unit/spin/models/" + name + ".bir"), name);
}

// The kind of violation that the trail leads to; nullopt if the search found none.
std::optional<verdict::ViolationKind> confirmed(const ir::Program& program,
                                                const spin::SpinAnswer& answer) {
  if (answer.search.error == spin::SpinSearch::Error::None) return std::nullopt;
  interp::Model model(program, interp_options());
  run::Run run;
  verdict::Claim claim;
  claim.steps = answer.trail.steps;
  if (answer.trail.lacks_choices) {
    claim.told = verdict::Told::Values;
    for (std::size_t i = 0; i < claim.steps.size(); ++i) {
      claim.steps[i].choices = answer.trail.values[i];
    }
  }
  auto result = certify::certify(model, claim);
  EXPECT_TRUE(result.has_value()) << result.error();
  if (!result) return std::nullopt;
  EXPECT_TRUE(result->violation.has_value());
  return result->violation ? std::optional(result->violation->kind) : std::nullopt;
}

// ---------------------------------------------------------------- the same states

class SameStates : public testing::TestWithParam<const char*> {};

TEST_P(SameStates, AsTheInterpreterAndTheExplicitSearch) {
  NEEDS_SPIN();
  support::Bir bir = load(GetParam());
  Truth truth = truth_about(bir.program());
  ASSERT_TRUE(truth.violations.empty());
  spin::SpinAnswer answer = spin_on(bir.program(), {.coarsen = false, .reset_dead = false}, false);
  EXPECT_EQ(answer.search.error, spin::SpinSearch::Error::None) << answer.search.message;
  EXPECT_TRUE(answer.search.is_complete);
  EXPECT_EQ(answer.search.states, static_cast<double>(truth.states));
  mc::Options options;
  options.symmetry = options.live = options.coarsen = options.reduce = false;
  options.forget_ended = false;
  auto model = mc::compile(bir.program(), options);
  ASSERT_TRUE(model.has_value()) << model.error();
  run::Run run;
  EXPECT_EQ(mc::search(run, **model).result.stats.stored_states, truth.states);
}

INSTANTIATE_TEST_SUITE_P(Models, SameStates,
                         testing::Values("arrays", "caught", "heap", "instances", "monitor",
                                         "peterson", "philosophers", "ring", "semaphore", "threads",
                                         "turns", "wait_notify"),
                         [](const auto& tested) { return std::string(tested.param); });

// ---------------------------------------------------------------- the same verdicts

struct Expected {
  const char* model;
  std::optional<verdict::ViolationKind> violation;
};
void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.model; }

class SameVerdict : public testing::TestWithParam<Expected> {};

TEST_P(SameVerdict, WithAndWithoutReductions) {
  NEEDS_SPIN();
  support::Bir bir = load(GetParam().model);
  Truth truth = truth_about(bir.program());
  auto expected = GetParam().violation;
  ASSERT_EQ(truth.violations.empty(), !expected);
  if (expected) {
    ASSERT_TRUE(truth.violations.contains(*expected));
  }
  pass::annotate_liveness(bir.program());
  pass::mark_visibility(bir.program());
  for (bool reduced : {false, true}) {
    spin::PromelaOptions options{.coarsen = reduced, .reset_dead = reduced, .limit_is_error = true};
    spin::SpinAnswer answer = spin_on(bir.program(), options, reduced);
    auto found = confirmed(bir.program(), answer);
    EXPECT_EQ(found.has_value(), expected.has_value()) << reduced;
    if (found) {
      EXPECT_TRUE(truth.violations.contains(*found)) << verdict::keyword(*found);
    }
  }
}

using verdict::ViolationKind;
INSTANTIATE_TEST_SUITE_P(
    Models, SameVerdict,
    testing::Values(
        Expected{"bounds", ViolationKind::Error}, Expected{"choices", ViolationKind::Assert},
        Expected{"deadlock", ViolationKind::Deadlock}, Expected{"exceptions", std::nullopt},
        Expected{"heap", std::nullopt}, Expected{"limits", ViolationKind::Limit},
        Expected{"lost_notify", ViolationKind::Deadlock}, Expected{"monitor", std::nullopt},
        Expected{"peterson", std::nullopt}, Expected{"peterson_wrong", ViolationKind::Assert},
        Expected{"philosophers", std::nullopt}, Expected{"release_free", ViolationKind::Error},
        Expected{"threads", std::nullopt}, Expected{"wait_notify", std::nullopt}),
    [](const auto& tested) { return std::string(tested.param.model); });

// ---------------------------------------------------------------- bounds and limits

TEST(Spin, TellsWhichBoundsCutTheSearch) {
  NEEDS_SPIN();
  support::Bir bir = load("limits");
  spin::SpinAnswer answer = spin_on(bir.program(), {}, true);
  EXPECT_EQ(answer.search.error, spin::SpinSearch::Error::None);
  EXPECT_EQ(answer.search.cuts, (std::vector<std::string>{"instances", "range"}));
}

TEST(Spin, TellsThatTheDepthCutTheSearch) {
  NEEDS_SPIN();
  support::Bir bir = load("philosophers");
  auto text = spin::promela(bir.program(), {});
  ASSERT_TRUE(text.has_value());
  run::Run run;
  spin::SpinAnswer answer = spin::run_spin(run, *text, {.depth = 5});
  EXPECT_TRUE(answer.search.is_too_deep);
  EXPECT_FALSE(answer.search.is_complete);
}

TEST(Spin, FindsAShortestExecutionBreadthFirst) {
  NEEDS_SPIN();
  for (const char* name : {"peterson_wrong", "lost_notify", "all_choices"}) {
    support::Bir bir = load(name);
    auto text = spin::promela(bir.program(), {.hide = false});
    ASSERT_TRUE(text.has_value()) << text.error();
    run::Run run;
    spin::SpinAnswer answer = spin::run_spin(run, *text, {.breadth_first = true});
    EXPECT_EQ(answer.reason, "");
    EXPECT_TRUE(confirmed(bir.program(), answer).has_value());
  }
}

TEST(Spin, KeepsToItsMemory) {
  NEEDS_SPIN();
  support::Bir bir = load("philosophers");
  auto text = spin::promela(bir.program(), {.coarsen = false, .reset_dead = false});
  ASSERT_TRUE(text.has_value()) << text.error();
  run::Run large(run::Limits{.memory_bytes = std::uint64_t{200} << 20});
  spin::SpinAnswer enough = spin::run_spin(large, *text, {.reduce = false});
  EXPECT_EQ(enough.reason, "");
  EXPECT_EQ(enough.search.states, 1822);
  run::Run small(run::Limits{.memory_bytes = std::uint64_t{1} << 20});
  spin::SpinAnswer little = spin::run_spin(small, *text, {.reduce = false});
  EXPECT_NE(little.reason.find("memory"), std::string::npos) << little.reason;
}

TEST(Spin, StopsWhenTheRunIsCancelled) {
  NEEDS_SPIN();
  support::Bir bir = load("peterson");
  auto text = spin::promela(bir.program(), {});
  ASSERT_TRUE(text.has_value());
  run::Run run;
  run.cancel();
  spin::SpinAnswer answer = spin::run_spin(run, *text);
  EXPECT_EQ(answer.reason, "interrupted");
}

TEST(Spin, SaysWhatToInstall) {
  std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  run::Run run;
  spin::SpinAnswer answer = spin::run_spin(run, "");
  setenv("PATH", path.c_str(), 1);
  EXPECT_NE(answer.reason.find("apt-get install spin gcc"), std::string::npos) << answer.reason;
}

TEST(Spin, DeadlocksAfterTheFirstThreadAreToleratedOnDemand) {
  NEEDS_SPIN();
  support::Bir bir(
      "system late() s : lock;\n"
      "main thread M() loc a: when true do { start(T); } goto b; loc b: end M;\n"
      "thread T() loc a: when true do { acquire(s); } goto b;\n"
      "loc b: when true do { acquire(s); } goto c; loc c: end T; end late;\n");
  EXPECT_EQ(spin_on(bir.program(), {}, true).search.error, spin::SpinSearch::Error::Deadlock);
  EXPECT_EQ(spin_on(bir.program(), {.semantics = {.deadlock = ir::DeadlockMode::Main}}, true)
                .search.error,
            spin::SpinSearch::Error::None);
}

}  // namespace
