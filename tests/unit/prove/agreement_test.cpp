// Random programs with random postconditions, half of them with many awaits: the prover with
// and without merging, symbolic execution of the lowered program with one of its reductions, and
// executions from all inputs must agree. BRAID_PROGRAMS in the environment asks for more programs.
#include <cstdlib>

#include "cli/prove_view.h"
#include "engine/symex/engine.h"
#include "ir/pass/liveness.h"
#include "ir/pass/shared_guards.h"
#include "ir/pass/visibility.h"
#include "ir/verify.h"
#include "lang/pl/lower.h"
#include "support/proof.h"

namespace {

constexpr int kLeast = -1;  // of the input z
constexpr int kMost = 1;

// A random program in which z is an input from kLeast to kMost.
std::string with_contract(std::uint64_t seed) {
  std::string text = support::PlGenerator(seed, seed % 2 == 1).program();
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

struct Said {
  std::optional<bool> is_valid;  // nullopt: a deadlock, or unknown
  bool awaits = false;
};

Said symex_says(support::Pl& pl, std::uint64_t seed) {
  auto program = pl::lower(pl.program, {}, pl.sink);
  if (!program) return {};
  ir::check_well_formed(*program);
  pass::annotate_liveness(*program);
  pass::mark_visibility(*program);
  run::Run run;
  symex::ProgramTables tables(*program);
  symex::Options options;
  options.reduction = static_cast<symex::Reduction>(seed / 2 % 6);
  options.stateful = seed % 5 == 0;
  verdict::Result result = symex::verify(run, tables, options).result;
  EXPECT_NE(result.verdict, verdict::VerdictKind::Unknown) << result.reason;
  EXPECT_TRUE(result.bounds_hit().empty());
  Said said{std::nullopt, pass::has_shared_guards(*program)};
  // Deadlocks are no matter of partial correctness.
  if (result.verdict == verdict::VerdictKind::Deadlock) return said;
  said.is_valid = result.verdict == verdict::VerdictKind::Valid;
  return said;
}

std::uint64_t program_count() {
  const char* more = std::getenv("BRAID_PROGRAMS");
  return more ? std::strtoull(more, nullptr, 10) : 250;
}

// The refutation must be confirmed, and be an execution of the lowered program.
void confirm(support::Pl& pl, prove::Result result) {
  auto program = pl::lower(pl.program, {}, pl.sink);
  ASSERT_TRUE(program);
  interp::Model model(*program, {});
  cli::ProvedGoal goal;
  goal.formula = dl::goal_formula(pl.program);
  goal.search = std::move(result);
  run::Run run;
  cli::judge(pl.program, run, &model, goal);
  EXPECT_TRUE(goal.result.violation) << goal.result.reason;
  EXPECT_TRUE(goal.is_replayable);
}

TEST(ProveAgreement, WithExecutionsSymexAndItself) {
  const std::uint64_t programs = program_count();
  std::size_t proved = 0;
  std::size_t refuted = 0;
  std::size_t compared = 0;
  std::size_t awaiting = 0;  // of those
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
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
      if (is_refuted) {
        SCOPED_TRACE(text);
        confirm(pl, std::move(result));
      }
      if (!merge) continue;
      EXPECT_FALSE(is_cut) << seed << "\n" << text;
      ++(expected ? proved : refuted);
    }
    Said said = symex_says(pl, seed);
    if (!said.is_valid) continue;
    ++compared;
    if (said.awaits) ++awaiting;
    ASSERT_EQ(*said.is_valid, expected) << seed << "\n" << text;
  }
  EXPECT_GT(proved, programs / 6);
  EXPECT_GT(refuted, programs / 6);
  EXPECT_GT(compared, programs / 2);
  EXPECT_GT(awaiting, programs / 10);
  RecordProperty("compared", static_cast<int>(compared));
  RecordProperty("awaiting", static_cast<int>(awaiting));
}

}  // namespace
