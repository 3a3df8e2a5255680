// The theorems of the paper on random programs: correctness and completeness of the symbolic
// system, determinism, and that the reduced system reaches what the plain one does.
#include <algorithm>
#include <map>
#include <set>

#include "engine/explore/explore.h"
#include "engine/interp/explore.h"
#include "ir/verify.h"
#include "lang/pl/lower.h"
#include "logic/dl/eval.h"
#include "logic/dl/print.h"
#include "support/pl.h"

namespace {

constexpr std::uint64_t kPrograms = 1000;
constexpr std::uint64_t kMostSteps = 400;  // larger systems are passed over

// What states are called in this test: the values of all variables, or "failed".
std::string text_of(const dl::Valuation& values) {
  std::string text;
  for (const base::Integer& value : values) text += value.to_string() + " ";
  return text;
}

const std::string kFailed = "failed";

dl::Valuation random_valuation(const dl::Store& store, run::Random& random) {
  dl::Valuation values;
  for (std::size_t i = 0; i < store.var_count(); ++i) {
    const bool is_bool = store.var(dl::VarId(i)).sort == dl::Sort::Bool;
    values.emplace_back(is_bool ? static_cast<std::int64_t>(random.below(2))
                                : static_cast<std::int64_t>(random.below(5)) - 2);
  }
  return values;
}

bool holds(const dl::Store& store, dl::ExprId condition, const dl::Valuation& values) {
  auto value = dl::eval(store, condition, values);
  EXPECT_TRUE(value) << "a path condition without a value: " << dl::print(store, condition);
  return value && !value->is_zero();
}

// ε ∘ σ
dl::Valuation composed(const dl::Store& store, const dl::Valuation& values, dl::SubstId subst) {
  dl::Valuation result = values;
  for (const auto& [var, value] : store.subst(subst)) {
    result[var.index()] = *dl::eval(store, value, values);
  }
  return result;
}

// Walks concrete executions from one valuation, and the symbolic one beside each: every
// concrete step is one of the symbolic outcomes, and exactly one of them is possible. So it
// is Theorem 2 and Theorem 3 by induction over the steps. Collects the concrete ends.
class Walk {
 public:
  Walk(dl::Store& store, const dl::Valuation& start) : store_(store), start_(start) {}

  void run(const dl::Valuation& values, dl::PoolId pool, dl::SubstId subst) {
    if (!visited_.insert({text_of(values), pool.index(), subst.index()}).second) return;
    if (store_.pool(pool).empty()) ends.insert(text_of(values));
    bool can_move = store_.pool(pool).empty();
    for (dl::ThreadId thread : threads_of(pool)) {
      dl::Valuation next = values;
      dl::PoolId next_pool = pool;
      const dl::ConcreteResult result = dl::concrete_step(store_, next, next_pool, thread);
      const std::optional<dl::Outcome> outcome = possible(subst, pool, thread);
      if (result == dl::ConcreteResult::Blocked) {
        EXPECT_FALSE(outcome) << "a step that cannot be taken is possible symbolically";
        continue;
      }
      can_move = true;
      ASSERT_TRUE(outcome) << "a concrete step has no symbolic counterpart";
      EXPECT_EQ(outcome->fails, result == dl::ConcreteResult::Failed);
      if (outcome->fails) {
        ends.insert(kFailed);
        continue;
      }
      EXPECT_EQ(outcome->pool, next_pool);
      EXPECT_EQ(text_of(composed(store_, start_, outcome->subst)), text_of(next));
      run(next, next_pool, outcome->subst);
    }
    has_deadlock |= !can_move;
  }

  std::set<std::string> ends;
  bool has_deadlock = false;

 private:
  std::vector<dl::ThreadId> threads_of(dl::PoolId pool) const {
    std::vector<dl::ThreadId> threads;
    for (const dl::PoolEntry& entry : store_.pool(pool)) threads.push_back(entry.thread);
    return threads;
  }

  // The outcome whose condition the start satisfies; there is at most one.
  std::optional<dl::Outcome> possible(dl::SubstId subst, dl::PoolId pool, dl::ThreadId thread) {
    const auto can = dl::schedulable(store_, pool);
    if (std::find(can.begin(), can.end(), thread) == can.end()) return std::nullopt;
    std::optional<dl::Outcome> found;
    for (const dl::Outcome& outcome : dl::step(store_, subst, pool, thread)) {
      if (!holds(store_, outcome.event.condition, start_)) continue;
      EXPECT_FALSE(found) << "two outcomes of one step exclude each other";
      found = outcome;
    }
    return found;
  }

  dl::Store& store_;
  const dl::Valuation& start_;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> visited_;
};

// The ends that the states of a transition system promise for a start.
std::set<std::string> promised(const dl::Store& store, const explore::Result& result,
                               const dl::Valuation& start) {
  std::set<std::string> ends;
  for (const explore::FinalState& state : result.finals) {
    const bool is_possible =
        std::all_of(state.path.begin(), state.path.end(),
                    [&](const dl::Event& event) { return holds(store, event.condition, start); });
    if (!is_possible) continue;
    ends.insert(state.fails ? kFailed : text_of(composed(store, start, state.subst)));
  }
  return ends;
}

// A name for the equivalence class of a path, by another way than the engine's: Foata normal
// form, each event in the first layer behind those it interferes with.
std::string class_of(const dl::Store& store, const std::vector<dl::Event>& path) {
  std::vector<std::size_t> layers(path.size(), 0);
  std::map<std::size_t, std::multiset<std::string>> foata;
  for (std::size_t i = 0; i < path.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (dl::is_interference_free(store, path[j], path[i])) continue;
      layers[i] = std::max(layers[i], layers[j] + 1);
    }
    foata[layers[i]].insert(dl::print(store, path[i]));
  }
  std::string text;
  for (const auto& [layer, events] : foata) {
    for (const std::string& event : events) text += event;
    text += "|";
  }
  return text;
}

std::multiset<std::string> classes(const dl::Store& store, const explore::Result& result) {
  std::multiset<std::string> found;
  for (const explore::FinalState& state : result.finals) {
    found.insert(class_of(store, state.path) + dl::print(store, state.subst) +
                 (state.fails ? "!" : ""));
  }
  return found;
}

template <class T>
std::set<T> distinct(const std::multiset<T>& all) {
  return {all.begin(), all.end()};
}

explore::Result explored(dl::Store& store, dl::PoolId pool, bool reduce,
                         explore::Canonical canonical = explore::Canonical::Full) {
  run::Limits limits;
  limits.steps = kMostSteps;
  run::Run run(limits);
  return explore::explore(store, store.empty_subst(), pool,
                          {.reduce = reduce, .canonical = canonical, .keep_states = true}, run);
}

TEST(Theorems, OnRandomPrograms) {
  std::uint64_t done = 0;
  std::uint64_t ends = 0;
  std::uint64_t merged = 0;
  for (std::uint64_t seed = 0; done < kPrograms; ++seed) {
    ASSERT_LT(seed, 4 * kPrograms) << "too many programs are too large";
    support::PlGenerator generator(seed);
    const std::string text = generator.program();
    support::Pl pl(text);
    dl::Store& store = pl.store();
    const dl::PoolId pool = dl::initial_pool(pl.program);
    const explore::Result plain = explored(store, pool, false);
    if (plain.stopped) continue;
    ++done;
    SCOPED_TRACE(text);
    const explore::Result reduced = explored(store, pool, true);
    const explore::Result adjacent = explored(store, pool, true, explore::Canonical::Adjacent);
    ASSERT_FALSE(reduced.stopped);
    // Bisimulation: the same classes, each once in the reduced system.
    const auto all = distinct(classes(store, plain));
    const auto kept = classes(store, reduced);
    EXPECT_EQ(kept.size(), all.size());
    EXPECT_EQ(distinct(kept), all);
    EXPECT_EQ(distinct(classes(store, adjacent)), all);
    EXPECT_LE(reduced.steps, plain.steps);
    merged += plain.states - reduced.states;
    // Correctness and completeness.
    run::Random random(seed);
    for (int i = 0; i < 3; ++i) {
      const dl::Valuation start = random_valuation(store, random);
      Walk walk(store, start);
      walk.run(start, pool, store.empty_subst());
      EXPECT_EQ(promised(store, plain, start), walk.ends);
      EXPECT_EQ(promised(store, reduced, start), walk.ends);
      ends += walk.ends.size();
    }
    if (testing::Test::HasFailure()) return;
  }
  // The programs are worth the trouble.
  EXPECT_GT(ends, 3 * kPrograms);
  EXPECT_GT(merged, kPrograms);
}

std::string globals_text(const interp::State& state) {
  dl::Valuation values;
  for (const interp::Value& value : state.globals) {
    if (const bool* flag = std::get_if<bool>(&value)) {
      values.emplace_back(*flag ? 1 : 0);
    } else {
      values.push_back(std::get<base::Integer>(value));
    }
  }
  return text_of(values);
}

// The lowered program, executed by the interpreter, ends in the same states.
TEST(Theorems, LoweredProgramsMeanTheSame) {
  std::uint64_t done = 0;
  for (std::uint64_t seed = 0; done < 200; ++seed) {
    support::PlGenerator generator(seed + 77'000);
    const std::string text = generator.program();
    support::Pl pl(text);
    dl::Store& store = pl.store();
    SCOPED_TRACE(text);
    dl::Valuation start(store.var_count());
    for (const dl::Declaration& declaration : pl.program.declarations) {
      start[declaration.var.index()] = *dl::eval(store, declaration.initial, {});
    }
    const dl::PoolId pool = dl::initial_pool(pl.program);
    Walk walk(store, start);
    walk.run(start, pool, store.empty_subst());
    // The interpreter stops at the first of these.
    if (walk.ends.count(kFailed) != 0 || walk.has_deadlock) continue;
    ++done;
    auto program = pl::lower(pl.program, {}, pl.sink);
    ASSERT_TRUE(program);
    ir::check_well_formed(*program);
    interp::Model model(*program);
    std::set<std::string> ends;
    interp::ExploreOptions options;
    options.match_states = true;
    options.on_final = [&](const interp::State& state) { ends.insert(globals_text(state)); };
    run::Run run;
    const verdict::Result result = interp::explore(run, model, std::move(options));
    EXPECT_EQ(result.verdict, verdict::VerdictKind::Valid);
    EXPECT_EQ(ends, walk.ends);
  }
}

}  // namespace
