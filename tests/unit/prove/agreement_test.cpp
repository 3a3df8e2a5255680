// Random programs with random postconditions: the prover with and without merging, symbolic
// execution of the lowered program, and executions from all inputs must agree.
#include "front/pl/lower.h"
#include "ir/verify.h"
#include "pass/liveness.h"
#include "pass/visibility.h"
#include "support/proof.h"
#include "symex/engine.h"

namespace {

constexpr int kLeast = -1;  // of the input z
constexpr int kMost = 1;

// A random program in which z is an input from kLeast to kMost.
std::string with_contract(std::uint64_t seed) {
  std::string text = support::PlGenerator(seed).program();
  std::size_t begin = text.find("int z");
  text.erase(begin, text.find('\n', begin) + 1 - begin);
  static const char* const kClaims[] = {"x <= y or b",   "x != 3",      "z <= 1 or x == z",
                                        "b ==> x >= -1", "x + y < 100", "not b or y != 2"};
  const std::string claim = kClaims[seed % std::size(kClaims)];
  return fmt::format("requires z >= {} and z <= {}\nensures {}\n{}", kLeast, kMost, claim, text);
}

// What executions say.
bool is_right(support::Pl& pl) {
  dl::Store& store = pl.store();
  for (int input = kLeast; input <= kMost; ++input) {
    dl::Valuation values(store.var_count());
    for (const dl::Declaration& declaration : pl.program.declarations) {
      values[declaration.var.index()] = *dl::eval(store, declaration.initial, {});
    }
    values[store.find_var("z").index()] = input;
    dl::ExprId after = pl.program.ensures.front().formula;
    if (support::goes_wrong(store, values, dl::initial_pool(pl.program), after)) return false;
  }
  return true;
}

std::optional<bool> symex_says(support::Pl& pl) {
  auto program = pl::lower(pl.program, {}, pl.sink);
  if (!program) return std::nullopt;
  ir::check_well_formed(*program);
  pass::annotate_liveness(*program);
  pass::mark_visibility(*program);
  run::Run run;
  symex::Model model(*program);
  verdict::Result result = symex::verify(run, model, {}).result;
  if (result.verdict == verdict::VerdictKind::Unknown || !result.complete) return std::nullopt;
  // Deadlocks are no matter of partial correctness.
  if (result.verdict == verdict::VerdictKind::Deadlock) return std::nullopt;
  return result.verdict == verdict::VerdictKind::Valid;
}

void confirm(support::Pl& pl, const prove::Result& result) {
  const prove::OpenGoal& open = result.open[result.counterexample];
  check::Refutation claim;
  claim.goal = dl::goal_formula(pl.program);
  claim.values.resize(pl.store().var_count());
  for (const auto& [var, value] : open.model) claim.values[var.index()] = value;
  for (const prove::PathStep& step : prove::interleaving(pl.store(), result, open.node)) {
    claim.schedule.push_back(step.thread);
  }
  run::Run run;
  auto steps = check::refute(pl.store(), run, claim);
  EXPECT_TRUE(steps) << steps.error();
}

TEST(ProveAgreement, WithExecutionsSymexAndItself) {
  constexpr std::uint64_t kPrograms = 250;
  std::size_t proved = 0;
  std::size_t refuted = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = with_contract(seed);
    support::Pl pl(text);
    if (!pl.store().find_var("z")) continue;
    bool expected = is_right(pl);
    for (bool merge : {true, false}) {
      prove::Options options;
      options.merge = merge;
      options.nodes = 4000;
      prove::Result result = support::prove_contract(pl, text, options).result;
      bool is_refuted = result.counterexample < result.open.size();
      bool is_cut = !result.is_proved && !is_refuted;
      ASSERT_TRUE(is_cut || result.is_proved == expected) << seed << "\n" << text;
      if (is_refuted) confirm(pl, result);
      if (!merge) continue;
      EXPECT_FALSE(is_cut) << seed << "\n" << text;
      ++(expected ? proved : refuted);
    }
    if (auto other = symex_says(pl)) {
      ++compared;
      ASSERT_EQ(*other, expected) << seed << "\n" << text;
    }
  }
  EXPECT_GT(proved, kPrograms / 5);
  EXPECT_GT(refuted, kPrograms / 5);
  EXPECT_GT(compared, kPrograms / 2);
}

}  // namespace
