// Temporal properties of small models: random formulas with and without reductions, and
// every counterexample certified by the interpreter.
#include "engine/mc/liveness.h"

#include <gtest/gtest.h>

#include "base/diag/render.h"
#include "base/run/random.h"
#include "certify/certify.h"
#include "ir/pass/liveness.h"
#include "lang/bir/parse.h"
#include "logic/ltl/observe.h"
#include "logic/ltl/parser.h"
#include "logic/ltl/translate.h"

namespace {

// Two threads that pass a token, choose, and wait for each other, and one that turns in
// place. All may end.
const char* const kModel = R"(
system pass()
token : range 0..1;
count : range 0..3;
stop : boolean;
l : lock;

main thread Main()
  loc a: when true do { start(Left); } goto b;
  loc b: when true do { start(Right); } goto c;
  loc c: when !stop do { } goto c;
end Main;

thread Left()
  x : range 0..3;
  y : range 0..3;
  loc idle: when token == 0 && !stop do { x := externChoose(0, 1, 3); } goto work;
  loc work: when true do invisible { y := 2; } goto more;
  loc more: when true do { lock(l); } goto held;
  loc held: when true do { count := x; unlock(l); } goto done;
  loc done: when true do { token := 1; } goto idle;
end Left;

thread Right()
  loc idle: when token == 1 do { } goto work;
            when token == 1 && count == 3 do { stop := true; } goto quit;
  loc work: when true do { lock(l); } goto held;
  loc held: when true do { count := 0; unlock(l); } goto done;
  loc done: when true do { token := 0; } goto idle;
  loc quit:
end Right;
end pass;
)";

const char* const kAtoms[] = {"Left@held",         "Right@held", "token == 1", "count > 0",
                              "Left@done(x == 1)", "stop",       "Right@work"};

std::string random_text(run::Random& random, int size, bool with_next) {
  if (size <= 1) return kAtoms[random.below(std::size(kAtoms))];
  auto sub = [&](int of) { return "(" + random_text(random, of, with_next) + ")"; };
  switch (random.below(with_next ? 9 : 8)) {
    case 0: return "[]" + sub(size - 1);
    case 1: return "<>" + sub(size - 1);
    case 2: return "!" + sub(size - 1);
    case 3: return "[]<>" + sub(size - 1);
    case 8: return "X" + sub(size - 1);
    default: break;
  }
  static const char* const kOps[] = {" && ", " || ", " -> ", " U ", " W ", " R "};
  int left = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(size - 1)));
  std::string a = sub(left);
  return a + kOps[random.below(std::size(kOps))] + sub(size - left);
}

struct Checked {
  verdict::VerdictKind verdict = verdict::VerdictKind::Unknown;
  std::uint64_t states = 0;
};

Checked check(const std::string& formula, const mc::Options& options, bool fair) {
  base::Sources sources;
  diag::Sink sink;
  auto program = bir::parse(sources, sources.add("pass.bir", kModel), sink);
  EXPECT_TRUE(program) << diag::render(sources, sink, {});
  auto syntax = ltl::parse(sources, sources.add("--ltl", formula), sink);
  auto property = syntax ? ltl::observe(syntax, *program, sources, sink) : std::nullopt;
  EXPECT_TRUE(property) << diag::render(sources, sink, {});
  if (!property) return {};
  pass::annotate_liveness(*program);
  for (ltl::Proposition& p : property->propositions) {
    EXPECT_EQ(ltl::bind(p.condition, *program), std::nullopt);
  }
  auto bad = ltl::translate(*property->formulas, property->formulas->not_(property->formula),
                            static_cast<std::uint32_t>(property->propositions.size()));
  EXPECT_TRUE(bad);
  mc::Options search = options;
  mc::prepare_options(property->propositions, property->is_stutter_invariant, fair, search);
  auto model = mc::compile(*program, search);
  EXPECT_TRUE(model) << model.error();
  run::Run run;
  verdict::Answer answer = mc::check_property(run, **model, *bad, property->propositions, fair);
  if (answer.result.violation) {
    EXPECT_EQ(answer.result.violation->kind, verdict::ViolationKind::Ltl) << formula;
    interp::Model concrete(*program);
    auto example = certify::certify(concrete, answer.claim, *property);
    EXPECT_TRUE(example) << formula << ": " << example.error();
  }
  return {answer.result.verdict, answer.result.stats.states};
}

mc::Options plain() {
  mc::Options options;
  options.reduce = options.coarsen = options.live = options.symmetry = false;
  return options;
}

TEST(Liveness, ReductionsDoNotChangeTheVerdict) {
  run::Random random(17);
  int invalid = 0;
  std::uint64_t all = 0;
  std::uint64_t reduced = 0;
  for (int i = 0; i < 150; ++i) {
    std::string formula = random_text(random, 2 + static_cast<int>(random.below(5)), i % 3 == 0);
    Checked with = check(formula, {}, false);
    Checked without = check(formula, plain(), false);
    ASSERT_EQ(with.verdict, without.verdict) << formula;
    invalid += with.verdict == verdict::VerdictKind::Invalid ? 1 : 0;
    // What the first states decide says nothing of reductions.
    if (with.verdict == verdict::VerdictKind::Valid && without.states > 10) {
      all += without.states;
      reduced += with.states;
    }
  }
  EXPECT_GT(invalid, 30);
  EXPECT_LT(invalid, 140);
  EXPECT_LT(reduced, all);
}

TEST(Liveness, FairnessTakesExecutionsAway) {
  run::Random random(18);
  int differ = 0;
  for (int i = 0; i < 120; ++i) {
    std::string formula = random_text(random, 2 + static_cast<int>(random.below(5)), false);
    Checked any = check(formula, {}, false);
    Checked fair = check(formula, {}, true);
    Checked fair_plain = check(formula, plain(), true);
    ASSERT_EQ(fair.verdict, fair_plain.verdict) << formula;
    if (any.verdict == verdict::VerdictKind::Valid) {
      ASSERT_EQ(fair.verdict, verdict::VerdictKind::Valid) << formula;
    }
    differ += any.verdict != fair.verdict ? 1 : 0;
  }
  EXPECT_GT(differ, 5);
}

TEST(Liveness, AnExecutionThatEndsStaysAsItIs) {
  EXPECT_EQ(check("[](stop -> []stop)", {}, false).verdict, verdict::VerdictKind::Valid);
  EXPECT_EQ(check("[]<>(token == 0)", {}, false).verdict, verdict::VerdictKind::Invalid);
  EXPECT_EQ(check("<>[]stop || []<>(token == 0)", {}, true).verdict, verdict::VerdictKind::Valid);
}

TEST(Liveness, StopsAtLimits) {
  base::Sources sources;
  diag::Sink sink;
  auto program = bir::parse(sources, sources.add("pass.bir", kModel), sink);
  auto syntax = ltl::parse(sources, sources.add("--ltl", "[]<>(token == 0) || <>stop"), sink);
  auto property = ltl::observe(syntax, *program, sources, sink);
  ASSERT_TRUE(property);
  for (ltl::Proposition& p : property->propositions) ltl::bind(p.condition, *program);
  auto bad = ltl::translate(*property->formulas, property->formulas->not_(property->formula),
                            static_cast<std::uint32_t>(property->propositions.size()));
  auto model = mc::compile(*program, plain());
  ASSERT_TRUE(model) << model.error();
  run::Run run(run::Limits{.steps = 5});
  auto answer = mc::check_property(run, **model, *bad, property->propositions, false);
  EXPECT_EQ(answer.result.verdict, verdict::VerdictKind::Unknown);
  EXPECT_FALSE(answer.result.reason.empty());
}

}  // namespace
