#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "certify/certify.h"
#include "engine/mc/engine.h"
#include "ir/pass/liveness.h"
#include "support/bir.h"
#include "unit/mc/random_model.h"
#include "unit/mc/reference.h"

namespace mc {
namespace {

using verdict::VerdictKind;
using verdict::ViolationKind;

// Searches with everything that shortens the search, unless `change` says otherwise.
// A violation is replayed.
verdict::Answer run(const ir::Program& program, const std::function<void(Options&)>& change = {},
                    run::Limits limits = {}) {
  Options options;
  options.kind = SearchKind::Basic;
  if (change) change(options);
  auto model = compile(program, options);
  EXPECT_TRUE(model) << model.error();
  if (!model) return {};
  run::Run run(limits);
  verdict::Answer answer = search(run, **model);
  if (answer.result.violation) {
    interp::Options replay;
    replay.bounds.range_values = 1 << 20;
    interp::Model concrete(program, replay);
    auto seen = certify::certify(concrete, answer.claim);
    EXPECT_TRUE(seen) << seen.error();
  }
  return answer;
}

void all_steps(Options& options) {
  options.coarsen = options.reduce = options.forget_ended = false;
}
void everything_off(Options& options) {
  all_steps(options);
  options.live = false;
}

// Ways to search that must agree.
const std::vector<std::pair<const char*, std::function<void(Options&)>>>& variants() {
  static const std::vector<std::pair<const char*, std::function<void(Options&)>>> kAll{
      {"all on", [](Options&) {}},
      {"no reduction", [](Options& o) { o.reduce = false; }},
      {"no stubborn sets", [](Options& o) { o.stubborn = false; }},
      {"no reclaim", [](Options& o) { o.reclaim_threads = false; }},
      {"stubborn sets, no coarsening, breadth first",
       [](Options& o) { o.coarsen = false, o.breadth_first = true; }},
      {"no coarsening", [](Options& o) { o.coarsen = false; }},
      {"no liveness", [](Options& o) { o.live = false; }},
      {"no symmetry", [](Options& o) { o.symmetry = false; }},
      {"breadth first", [](Options& o) { o.breadth_first = true; }},
      {"breadth first, no reduction", [](Options& o) { o.breadth_first = true, o.reduce = false; }},
      {"breadth first, no symmetry",
       [](Options& o) { o.breadth_first = true, o.symmetry = false; }},
      {"random order", [](Options& o) { o.random_order = true; }},
      {"hashes", [](Options& o) { o.hash_compact = true; }},
      {"two threads", [](Options& o) { o.jobs = 2, o.alone = 0; }},
      {"hashes, breadth first", [](Options& o) { o.hash_compact = o.breadth_first = true; }},
      {"all off",
       [](Options& o) {
         everything_off(o);
         o.symmetry = false;
       }},
  };
  return kAll;
}

struct Parsed : support::Bir {
  explicit Parsed(const std::string& text) : Bir(text) { pass::annotate_liveness(program()); }
};

// ---------------------------------------------------------------- counts by hand

TEST(Search, CountsTheStatesOfACounter) {
  Parsed bir(R"(system s()
    x, y : range 0..3;
    main thread Main()
      loc a: when x < 3 do { x := x + 1; } goto a;
             when y < 3 do { y := y + 1; } goto a;
             when x == 3 && y == 3 do { } goto b;
      loc b:
    end Main;
    end s;)");
  verdict::Answer answer = run(bir.program(), all_steps);
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(answer.result.complete);
  // 16 with Main at a, one at b, one when it has ended.
  EXPECT_EQ(answer.result.stats.stored_states, 18U);
}

TEST(Search, LeavesOutInterleavingsOfLocalSteps) {
  std::string text = R"(system s()
    main thread Main()
      loc a: when true do { start(T); start(T); } goto b;
      loc b:
    end Main;
    thread T()
      i : range 0..5;
      loc a: when i < 5 do { i := i + 1; } goto a;
             when i == 5 do { } goto b;
      loc b:
    end T;
    end s;)";
  Parsed bir(text);
  verdict::Answer full = run(bir.program(), all_steps);
  verdict::Answer coarse = run(bir.program());
  EXPECT_TRUE(full.result.complete && coarse.result.complete);
  // Each T: six values at a, at b, ended. Main: at b or ended; and the state before it.
  EXPECT_EQ(full.result.stats.stored_states, 1U + 2U * 8U * 8U);
  EXPECT_LT(coarse.result.stats.stored_states, 30U);
}

TEST(Search, TakesStatesThatDifferInNamesOfObjectsForOne) {
  // Two objects in either order: which of them is x and which y does not matter.
  Parsed bir(R"(system s()
    Box = record { v : range 0..1; };
    boxes : collection [2] of Box;
    x, y : ref Box;
    main thread Main()
      p : ref Box;
      q : ref Box;
      loc a: when true do { p := new boxes; q := new boxes; } goto b;
      loc b: when true do { x := p; y := q; } goto c;
             when true do { x := q; y := p; } goto c;
      loc c: when true do { } goto c;
    end Main;
    end s;)");
  auto count = [&](bool symmetry) {
    verdict::Answer answer = run(bir.program(), [&](Options& o) {
      o.coarsen = o.reduce = false;
      o.symmetry = symmetry;
    });
    return answer.result.stats.stored_states;
  };
  EXPECT_EQ(count(false), 4U);
  EXPECT_EQ(count(true), 3U);
}

// ---------------------------------------------------------------- searches

const char* const kBounded = R"(system s()
    x : range 0..2;
    main thread Main()
      loc a: when true do { x := x + 1; } goto a;
    end Main;
    end s;)";

TEST(Search, ExceedingABoundIsAnErrorOrEndsTheExecution) {
  Parsed bir(kBounded);
  verdict::Answer basic = run(bir.program());
  ASSERT_TRUE(basic.result.violation);
  EXPECT_EQ(basic.result.violation->kind, ViolationKind::Limit);
  EXPECT_EQ(basic.claim.steps.size(), 3U);
  verdict::Answer bounded = run(bir.program(), [](Options& o) { o.kind = SearchKind::Bounded; });
  EXPECT_EQ(bounded.result.verdict, VerdictKind::Unknown);  // every execution is cut
  EXPECT_FALSE(bounded.result.complete);
  EXPECT_EQ(bounded.result.bounds_hit(), std::vector<std::string>{"range"});
  EXPECT_EQ(bounded.result.stats.stored_states, 3U);
}

TEST(Search, DoesNotTakeInternalChoicesIfToldSo) {
  Parsed bir(R"(system s()
    main thread Main()
      x, y : range 0..1;
      loc a: when true do { x := externChoose(0, 1); } goto b;
      loc b: when x == 1 do { y := internChoose(0, 1); } goto c;
             when x == 0 do { } goto d;
      loc c: when true do { assert(y == 0); } goto d;
      loc d:
    end Main;
    end s;)");
  EXPECT_EQ(run(bir.program()).result.verdict, VerdictKind::Invalid);
  verdict::Answer free = run(bir.program(), [](Options& o) { o.kind = SearchKind::ChooseFree; });
  EXPECT_EQ(free.result.verdict, VerdictKind::Unknown);  // it is cut before the assertion
  EXPECT_EQ(free.result.bounds_hit(), std::vector<std::string>{"choices"});
}

TEST(Search, BreadthFirstFindsAShortestExecution) {
  Parsed bir(R"(system s()
    x : range 0..9;
    main thread Main()
      loc a: when x < 8 do { x := x + 1; } goto a;
             when x == 0 do { } goto b;
             when x > 6 do { assert(false); } goto a;
      loc b: when true do { assert(false); } goto b;
    end Main;
    end s;)");
  EXPECT_GT(run(bir.program()).claim.steps.size(), 2U);
  EXPECT_EQ(run(bir.program(), [](Options& o) { o.breadth_first = true; }).claim.steps.size(), 2U);
}

TEST(Search, BoundsTheDepth) {
  Parsed bir(R"(system s()
    x : range 0..9;
    main thread Main()
      loc a: when x < 9 do { x := x + 1; } goto a;
             when x == 9 do { assert(false); } goto a;
    end Main;
    end s;)");
  for (bool breadth_first : {false, true}) {
    auto with_depth = [&](std::uint64_t depth) {
      return run(bir.program(), [&](Options& o) {
        everything_off(o);
        o.depth = depth;
        o.breadth_first = breadth_first;
      });
    };
    verdict::Answer cut = with_depth(9);
    EXPECT_EQ(cut.result.verdict, VerdictKind::Unknown);  // every execution is cut
    EXPECT_EQ(cut.result.bounds_hit(), std::vector<std::string>{"depth"});
    EXPECT_EQ(with_depth(10).result.verdict, VerdictKind::Invalid);
  }
}

TEST(Search, FindsDeadlocksOfTheFirstThreadOnlyIfToldSo) {
  Parsed bir(R"(system s()
    never : boolean;
    main thread Main()
      loc a: when true do { start(T); } goto b;
      loc b:
    end Main;
    thread T()
      loc a: when never do { } goto b;
      loc b:
    end T;
    end s;)");
  EXPECT_EQ(run(bir.program()).result.verdict, VerdictKind::Deadlock);
  Options options;
  options.semantics.deadlock = ir::DeadlockMode::Main;
  auto model = compile(bir.program(), options);
  run::Run quiet;
  EXPECT_EQ(search(quiet, **model).result.verdict, VerdictKind::Valid);
}

TEST(Search, SaysHowFarItCameWithinItsLimits) {
  // 16^7 states: too many.
  Parsed bir(R"(system s()
    a, b, c, d, e, f, g : range 0..15;
    main thread Main()
      loc l: when true do { a := (a + 1) % 16; } goto l;
             when true do { b := (b + 1) % 16; } goto l;
             when true do { c := (c + 1) % 16; } goto l;
             when true do { d := (d + 1) % 16; } goto l;
             when true do { e := (e + 1) % 16; } goto l;
             when true do { f := (f + 1) % 16; } goto l;
             when true do { g := (g + 1) % 16; } goto l;
    end Main;
    end s;)");
  for (std::uint32_t jobs : {0U, 1U, 3U}) {  // 0: depth first
    run::Limits limits;
    limits.memory_bytes = run::resident_bytes() + (60 << 20);
    auto change = [&](Options& o) {
      o.breadth_first = jobs > 0;
      o.jobs = std::max(jobs, 1U);
    };
    verdict::Answer answer = run(bir.program(), change, limits);
    EXPECT_EQ(answer.result.verdict, VerdictKind::Unknown);
    EXPECT_NE(answer.result.reason.find("states stored"), std::string::npos)
        << answer.result.reason;
    EXPECT_GT(answer.result.stats.stored_states, 1000U);
    EXPECT_LE(run::resident_bytes(), *limits.memory_bytes + (8 << 20));
  }
  for (std::uint32_t jobs : {1U, 3U}) {
    run::Limits limits;
    limits.seconds = 0.05;
    auto answer = run(
        bir.program(), [&](Options& o) { o.jobs = jobs; }, limits);
    EXPECT_EQ(answer.result.verdict, VerdictKind::Unknown);
    EXPECT_NE(answer.result.reason.find("time limit"), std::string::npos) << answer.result.reason;
  }
}

// ---------------------------------------------------------------- several threads

// All that a search with so many threads tells.
std::string told(const ir::Program& program, std::uint32_t jobs,
                 const std::function<void(Options&)>& change) {
  verdict::Answer answer = run(program, [&](Options& o) {
    change(o);
    o.breadth_first = true;
    o.jobs = jobs;
    o.alone = 0;
  });
  const verdict::Result& result = answer.result;
  const run::Statistics& stats = result.stats;
  std::string text = fmt::format(
      "{} {} {}\nstates {} steps {} checks {} paths {} cut {} pruned {} discarded {} depth {}\n",
      verdict::keyword(result.verdict), result.complete, result.reason, stats.stored_states,
      stats.transitions, stats.checks, stats.paths, stats.cut, stats.pruned, stats.discarded,
      stats.max_depth);
  for (const std::string& bound : result.bounds_hit()) text += bound + " ";
  if (result.violation) text += fmt::format("{}\n", result.violation->message);
  for (const verdict::Step& step : answer.claim.steps) {
    text += fmt::format("{} {} {} ", step.thread, step.proc.index(), step.transition.index());
    for (auto choice : step.choices) text += fmt::format("{} ", choice);
  }
  return text;
}

// Depth bounds, random orders and what cannot be represented included.
TEST(Search, TellsTheSameWithAnyNumberOfThreads) {
  using Change = std::function<void(Options&)>;
  const Change changes[] = {
      [](Options&) {},
      [](Options& o) { o.reduce = false; },
      [](Options& o) { o.coarsen = false; },
      [](Options& o) { o.hash_compact = true; },
      [](Options& o) { o.random_order = true; },
      [](Options& o) { o.kind = SearchKind::Bounded; },
      [](Options& o) { o.kind = SearchKind::Bounded, o.threads = 2; },
      [](Options& o) { o.reduce = false, o.depth = 5; },
  };
  std::set<std::string> kinds;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Parsed bir(reference::RandomModel(seed).text());
    const Change& change = changes[seed % std::size(changes)];
    std::string alone = told(bir.program(), 1, change);
    kinds.insert(alone.substr(0, alone.find(' ')));
    for (std::uint32_t jobs : {2U, 3U, 7U}) {
      ASSERT_EQ(told(bir.program(), jobs, change), alone) << jobs << ", seed " << seed;
    }
  }
  EXPECT_GE(kinds.size(), 3U);
}

// Breadth first, too, states that differ in which of several threads is which are one, and the way
// to a violation is found again although threads change their places on it.
TEST(Search, FindsTheWayAgainAmongThreadsThatLookAlike) {
  std::string text = R"(system s()
    Box = record { v : range 0..3; };
    boxes : collection [4] of Box;
    m : lock wait;
    asleep : range 0..4;
    sum : range 0..20;
    main thread Main()
      i : range 0..4;
      loc a: when i < 4 do { start(T); i := i + 1; } goto a;
             when i == 4 && asleep >= 3 do { lock(m); } goto b;
      loc b: when true do { notify(m); } goto c;
      loc c: when true do { notify(m); unlock(m); } goto d;
      loc d:
    end Main;
    thread T()
      p : ref Box;
      k : range 0..3;
      loc a: when true do { p := new boxes; k := externChoose(1, 2); } goto b;
      loc b: when true do { lock(m); p.v := k; } goto c;
      loc c: when true do { asleep := asleep + 1; k := 0; wait(m); } goto d;
      loc d: when true do { unwait(m); } goto e;
      loc e: when true do { k := p.v; } goto f;
      loc f: when true do { sum := sum + k; assert(sum < LIMIT); unlock(m); } goto g;
      loc g:
    end T;
    end s;)";
  auto with_limit = [&](int limit) {
    std::string result = text;
    result.replace(result.find("LIMIT"), 5, std::to_string(limit));
    return Parsed(result);
  };
  auto no_reduction = [](Options& o) { o.reduce = o.coarsen = false; };
  Parsed wrong = with_limit(4);
  auto steps = [&](bool symmetry, std::uint32_t jobs) {
    verdict::Answer answer = run(wrong.program(), [&](Options& o) {
      no_reduction(o);
      o.breadth_first = true;
      o.symmetry = symmetry;
      o.jobs = jobs;
      o.alone = 0;
    });
    EXPECT_EQ(answer.result.verdict, VerdictKind::Invalid);
    return answer.claim.steps.size();
  };
  EXPECT_EQ(steps(true, 1), steps(false, 1));
  EXPECT_EQ(steps(true, 3), steps(true, 1));
  EXPECT_EQ(told(wrong.program(), 3, [](Options&) {}), told(wrong.program(), 1, [](Options&) {}));
  // Of a search that looks at all states: about one of the 24 orders of four threads is left.
  Parsed right = with_limit(20);
  auto states = [&](bool symmetry) {
    verdict::Answer answer = run(right.program(), [&](Options& o) {
      no_reduction(o);
      o.semantics.deadlock = ir::DeadlockMode::Main;
      o.breadth_first = true;
      o.symmetry = symmetry;
    });
    EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
    return answer.result.stats.stored_states;
  };
  EXPECT_LT(states(true) * 8, states(false));
}

TEST(Search, TellsTheSameOfLargerModelsWithSeveralThreads) {
  for (const char* name : {"bounded_buffer", "lost_wakeup", "philosophers", "readers_writers",
                           "alternating_bit", "filter_lock"}) {
    Parsed bir(support::read_test_file(fmt::format("programs/models/{}.bir", name)));
    for (bool reduces : {false, true}) {
      auto change = [&](Options& o) { o.reduce = o.coarsen = reduces; };
      ASSERT_EQ(told(bir.program(), 4, change), told(bir.program(), 1, change)) << name;
    }
  }
}

// ---------------------------------------------------------------- against the interpreter

void expect_agreement(const ir::Program& program, const std::string& what) {
  reference::Answer truth = reference::explore(program);
  if (truth.is_cut) return;
  for (SearchKind kind : {SearchKind::Basic, SearchKind::Bounded}) {
    std::set<ViolationKind> wrong = truth.wrong;
    if (kind == SearchKind::Bounded) wrong.erase(ViolationKind::Limit);
    for (const auto& variant : variants()) {
      const auto& name = variant.first;
      const auto& change = variant.second;
      verdict::Answer answer = run(program, [&](Options& o) {
        o.kind = kind;
        change(o);
      });
      SCOPED_TRACE(
          fmt::format("{}, {}\n{}", name, kind == SearchKind::Basic ? "basic" : "bounded", what));
      // Bounds that cut every execution leave nothing to say; nothing else does.
      ASSERT_TRUE(answer.result.reason.empty() ||
                  (kind == SearchKind::Bounded && answer.result.is_cut()))
          << answer.result.reason;
      ASSERT_EQ(answer.result.violation.has_value(), !wrong.empty());
      if (answer.result.violation) {
        ASSERT_TRUE(wrong.contains(answer.result.violation->kind));
      }
    }
  }
  if (!truth.wrong.empty()) return;
  verdict::Answer answer = run(program, everything_off);
  // The interpreter tells states with unreachable objects apart by when those were made.
  if (interp::Model(program).observes_instances()) {
    EXPECT_LE(answer.result.stats.stored_states, truth.states) << what;
  } else {
    EXPECT_EQ(answer.result.stats.stored_states, truth.states) << what;
  }
}

TEST(Search, AgreesWithTheInterpreterOnModels) {
  // Larger ones take the interpreter long; bench/mc compares their states with SPIN.
  for (const char* name : {"peterson", "philosophers", "philosophers_ordered", "leader_election",
                           "bounded_buffer", "lost_wakeup"}) {
    Parsed bir(support::read_test_file(fmt::format("programs/models/{}.bir", name)));
    expect_agreement(bir.program(), name);
  }
}

TEST(Search, AgreesWithTheInterpreterOnRandomModels) {
  std::size_t valid = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::string text = reference::RandomModel(seed).text();
    Parsed bir(text);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << text;
      return;
    }
    expect_agreement(bir.program(), text);
    if (testing::Test::HasFailure()) return;
    if (reference::explore(bir.program()).wrong.empty()) ++valid;
  }
  EXPECT_GT(valid, 5U);
}

}  // namespace
}  // namespace mc
