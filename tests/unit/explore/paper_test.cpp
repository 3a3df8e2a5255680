// The figures of the paper: Fig. 8 with its table, and Example 2.
#include <set>

#include "engine/explore/bounds.h"
#include "engine/explore/explore.h"
#include "engine/explore/plot.h"
#include "logic/dl/print.h"
#include "support/pl.h"

namespace {

using explore::Canonical;

const std::string kFig8 =
    "proc { while (i < m)[1] { x := x * i; i := i + 1 } }"
    "proc { while (j < n)[1] { y := y * j; j := j + 1 } }"
    "proc { if (i == m and j == n) { p := x * y } else { p := -1 } }";

explore::Result run_fig8(std::uint32_t first, std::uint32_t second, bool reduce,
                         Canonical canonical = Canonical::Full) {
  support::Pl pl(kFig8);
  explore::set_bounds(pl.program, {first, second});
  run::Run run;
  return explore::explore(pl.store(), dl::initial_subst(pl.program), dl::initial_pool(pl.program),
                          {.reduce = reduce, .canonical = canonical}, run);
}

TEST(Paper, PlainTableIsExact) {
  explore::Result small = run_fig8(1, 1, false);
  EXPECT_EQ(small.states, 6744U);
  EXPECT_EQ(small.steps, 14495U);
  explore::Result large = run_fig8(2, 1, false);
  EXPECT_EQ(large.states, 58944U);
  EXPECT_EQ(large.steps, 132884U);
}

TEST(Paper, ReducedTable) {
  explore::Result small = run_fig8(1, 1, true);
  EXPECT_EQ(small.states, 25U);
  EXPECT_EQ(small.steps, 324U);  // the paper needs 596
  explore::Result large = run_fig8(2, 1, true);
  EXPECT_EQ(large.states, 58U);
  EXPECT_EQ(large.steps, 775U);  // the paper needs 1562
}

TEST(Paper, AdjacentOrderGivesThePrototypesNumbers) {
  explore::Result small = run_fig8(1, 1, true, Canonical::Adjacent);
  EXPECT_EQ(small.states, 35U);
  EXPECT_LE(small.steps, 596U);
  explore::Result large = run_fig8(2, 1, true, Canonical::Adjacent);
  EXPECT_EQ(large.states, 97U);
  EXPECT_LE(large.steps, 1562U);
}

// Fig. 9: without reduction the number of states only grows, with it there is a peak.
TEST(Paper, StatesAfterEachStep) {
  explore::Result plain = run_fig8(1, 1, false);
  ASSERT_EQ(plain.per_step.size(), plain.steps);
  EXPECT_EQ(plain.per_step.back(), plain.states);
  EXPECT_TRUE(std::is_sorted(plain.per_step.begin(), plain.per_step.end()));
  explore::Result reduced = run_fig8(1, 1, true);
  ASSERT_EQ(reduced.per_step.size(), reduced.steps);
  EXPECT_EQ(reduced.per_step.back(), reduced.states);
  auto peak = *std::max_element(reduced.per_step.begin(), reduced.per_step.end());
  EXPECT_GT(peak, reduced.states);
  EXPECT_LE(peak, 110U);
  std::string svg = explore::plot_svg("a < b", {{"plain", plain.per_step}});
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_NE(svg.find("<polyline"), std::string::npos);
}

std::set<std::string> paths_of_example2(bool reduce) {
  support::Pl pl("proc {y := x} proc {z := x} proc {x := 2}");
  run::Run run;
  explore::Result result =
      explore::explore(pl.store(), dl::initial_subst(pl.program), dl::initial_pool(pl.program),
                       {.reduce = reduce, .keep_states = true}, run);
  std::set<std::string> paths;
  for (const explore::FinalState& state : result.finals) {
    paths.insert(dl::print(pl.store(), state.path));
  }
  EXPECT_EQ(paths.size(), result.states);
  return paths;
}

TEST(Paper, Example2) {
  const std::string a = "ι₀⟨True, {y}, {x}⟩";
  const std::string b = "ι₁⟨True, {z}, {x}⟩";
  const std::string c = "ι₂⟨True, {x}, ∅⟩";
  auto path = [](const std::string& p, const std::string& q, const std::string& r) {
    return p + " · " + q + " · " + r;
  };
  EXPECT_EQ(paths_of_example2(false),
            (std::set<std::string>{path(a, b, c), path(b, a, c), path(a, c, b), path(b, c, a),
                                   path(c, a, b), path(c, b, a)}));
  EXPECT_EQ(paths_of_example2(true),
            (std::set<std::string>{path(a, b, c), path(a, c, b), path(b, c, a), path(c, a, b)}));
}

// Example 1 of the paper, with statements in the place of its s, s1 and s2.
TEST(Paper, Example1) {
  support::Pl pl("proc {x := 0; x := y + 1} proc {if (x == 0) {z := 1} else {z := 2}}");
  const dl::PoolId pool = dl::initial_pool(pl.program);
  std::vector<std::string> events;
  for (dl::ThreadId thread : dl::schedulable(pl.store(), pool)) {
    for (const dl::Outcome& outcome :
         dl::step(pl.store(), pl.store().empty_subst(), pool, thread)) {
      events.push_back(dl::print(pl.store(), outcome.event));
    }
  }
  EXPECT_EQ(events, (std::vector<std::string>{"ι₀⟨True, {x}, ∅⟩", "ι₁⟨x = 0, ∅, {x}⟩",
                                              "ι₁⟨¬(x = 0), ∅, {x}⟩"}));
}

TEST(Explore, StopsAtALimit) {
  support::Pl pl(kFig8);
  run::Limits limits;
  limits.steps = 100;
  run::Run run(limits);
  explore::Result result = explore::explore(pl.store(), dl::initial_subst(pl.program),
                                            dl::initial_pool(pl.program), {}, run);
  EXPECT_TRUE(result.stopped);
  EXPECT_LT(result.steps, 200U);
}

TEST(Explore, NewThreadsAndJoin) {
  support::Pl pl("proc { new(x := 1); new(x := 2); join; y := x }");
  run::Run run;
  explore::Result result =
      explore::explore(pl.store(), dl::initial_subst(pl.program), dl::initial_pool(pl.program),
                       {.reduce = true, .keep_states = true}, run);
  // Two orders of the writes; the second thread starts by itself, which commutes with nothing
  // that tells them apart further.
  ASSERT_EQ(result.states, 2U);
  EXPECT_EQ(dl::print(pl.store(), result.finals[0].subst), "[x ↦ 2, y ↦ 2]");
  EXPECT_EQ(dl::print(pl.store(), result.finals[1].subst), "[x ↦ 1, y ↦ 1]");
}

TEST(Explore, DivisionByZeroIsAWayToEnd) {
  support::Pl pl("proc { x := 1 / y; z := 1 }");
  run::Run run;
  explore::Result result =
      explore::explore(pl.store(), dl::initial_subst(pl.program), dl::initial_pool(pl.program),
                       {.keep_states = true}, run);
  ASSERT_EQ(result.states, 2U);
  EXPECT_EQ(result.failed, 1U);
}

}  // namespace
