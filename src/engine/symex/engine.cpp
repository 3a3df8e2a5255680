#include "engine/symex/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/check.h"
#include "base/stack.h"
#include "engine/symex/directed.h"
#include "engine/symex/search.h"
#include "engine/symex/state_matching.h"
#include "ir/pass/shared_guards.h"

namespace symex {

namespace {

constexpr std::size_t kStack = std::size_t{64} << 20;

// Races are found where an execution could have gone the other way, or among states.
bool is_optimal(const Options& options) {
  return !options.stateful && (options.semantics.races || options.reduction == Reduction::Optimal);
}

// state_matching.h says why.
bool may_match_states(const ProgramTables& tables, const Options& options) {
  const pass::AccessModes& modes = tables.access_modes();
  return !options.semantics.races || !(modes.is_weak() || modes.has_mixed_steps());
}

std::unique_ptr<Strategy> make_chosen(Executor& executor) {
  const Options& options = executor.options();
  if (is_optimal(options)) return make_strategy(Reduction::Optimal, executor);
  if (options.stateful) return std::make_unique<StateMatching>(executor);
  return make_strategy(options.reduction, executor);
}

std::unique_ptr<Strategy> make_directed(Executor& executor) {
  return std::make_unique<DirectedStrategy>(executor);
}

// The first worker is the thread that asks; each has its own terms and solver.
void work(std::vector<std::unique_ptr<Search>>& searches) {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < searches.size(); ++i) {
    threads.emplace_back([&search = *searches[i]] {
      base::run_on_stack(kStack, [&] {
        search.work();
        return 0;
      });
    });
  }
  searches[0]->work();
  for (std::thread& t : threads) t.join();
}

void add_taken(std::vector<std::vector<bool>>& total, const std::vector<std::vector<bool>>& part) {
  total.resize(part.size());
  for (std::size_t i = 0; i < part.size(); ++i) {
    total[i].resize(part[i].size());
    for (std::size_t k = 0; k < part[i].size(); ++k) total[i][k] = total[i][k] || part[i][k];
  }
}

Answer conclude(run::Run& run, const ProgramTables& tables, const Options& options,
                const Pool& pool, std::vector<std::unique_ptr<Search>>& searches) {
  Checkpoint total = pool.total();
  std::uint64_t states = run.stats.states;
  run.stats = total.stats;
  run.stats.states = states > 0 ? states : run.stats.transitions;
  Answer result;
  std::string reason;
  bool has_foreign_unlock = false;
  bool exceeds_depth = false;
  bool has_open_guard = false;
  std::vector<std::vector<bool>> taken;
  std::vector<verdict::Explored> explored;
  std::set<const CutLoop*> made_cuts;
  std::set<const CutLoop*> refused_cuts;
  for (auto& search : searches) {
    Answer own = search->answer();
    add_taken(taken, own.taken);
    made_cuts.merge(own.made_cuts);
    refused_cuts.merge(own.refused_cuts);
    has_foreign_unlock = has_foreign_unlock || own.has_foreign_unlock;
    exceeds_depth = exceeds_depth || own.exceeds_depth;
    has_open_guard = has_open_guard || own.has_open_guard;
    std::move(own.result.explored.begin(), own.result.explored.end(), std::back_inserter(explored));
    if (reason.empty()) reason = search->stopped();
    if (own.result.violation && !result.result.violation) result = std::move(own);
  }
  for (auto& search : searches) {
    if (reason.empty()) reason = search->unknown();
  }
  verdict::Result& r = result.result;
  result.has_foreign_unlock = has_foreign_unlock && !r.violation;
  result.exceeds_depth = exceeds_depth && !r.violation;
  result.has_open_guard = has_open_guard && !r.violation;
  result.taken = std::move(taken);
  r.explored = std::move(explored);
  result.made_cuts = std::move(made_cuts);
  result.refused_cuts = std::move(refused_cuts);
  r.never_ends = r.violation ? std::nullopt : total.never_ends;
  r.bounds.clear();
  r.set_bound("array-size", std::to_string(options.array_size));
  r.set_bound("depth", std::to_string(options.depth));
  r.set_bound("unwind", std::to_string(options.unwind));
  for (const std::string& bound : total.bounds_hit) {
    if (bound != kUnsupported) r.cut(bound);
    // Found before the search was interrupted: what it was is not known any more.
    if (bound == kUnsupported && reason.empty()) reason = "a part of the program has no model";
  }
  r.vacuous = run.stats.paths == 0 && run.stats.pruned == 0 && reason.empty();
  if (r.violation) {
    r.verdict = verdict::verdict_of(r.violation->kind);
  } else if (!reason.empty()) {
    r.verdict = verdict::VerdictKind::Unknown;
    r.reason = reason;
  } else {
    r.verdict = verdict::VerdictKind::Valid;
    r.complete = !r.is_cut();
  }
  r.stats = run.finished_statistics();
  // Of a search for data races, every step of two threads is a check.
  verdict::judge_cuts(r, tables.has_checks() && !options.semantics.races);
  return result;
}

Answer search(run::Run& run, const ProgramTables& tables, const Options& options,
              const std::optional<Checkpoint>& resumed) {
  std::uint32_t jobs = is_optimal(options) ? std::max(options.jobs, 1U) : 1;
  Pool pool(options, options.subject, jobs);
  if (resumed) {
    Checkpoint past = *resumed;
    for (WorkItem& work : past.frontier) pool.add(std::move(work));
    past.frontier.clear();
    pool.set_past(std::move(past));
  } else {
    pool.add({});
  }
  std::vector<std::unique_ptr<run::Run>> runs;
  std::vector<std::unique_ptr<Search>> searches;
  searches.push_back(std::make_unique<Search>(run, tables, options, pool, 0, make_chosen));
  for (std::uint32_t i = 1; i < jobs; ++i) {
    run::Limits limits = run.limits();
    limits.since = run.start();
    runs.push_back(std::make_unique<run::Run>(limits, run.seed(), &run));
    searches.push_back(
        std::make_unique<Search>(*runs.back(), tables, options, pool, i, make_chosen));
  }
  work(searches);
  Answer answer = conclude(run, tables, options, pool, searches);
  if (!answer.result.violation) pool.finish();
  answer.checkpoint_error = pool.error();
  return answer;
}

// ---------------------------------------------------------------- searches in turn

// What likely deadlocks may cost.
constexpr std::uint64_t kDirectedSteps = 50'000;
// A step of state matching costs so many steps of the other search: each state is encoded as a
// whole, and kept.
constexpr std::uint64_t kMatchingCost = 4;
// State matching is given up when it remembers more, or takes half of the memory.
constexpr std::uint64_t kMostStates = 2'000'000;

// A search with all that it needs, which goes on where it was paused. The statistics of the run
// are those of the search whose turn it is.
class Member {
 public:
  Member(run::Run& run, const ProgramTables& tables, Options options, StrategyMaker* make)
      : run_(run),
        tables_(tables),
        options_(std::move(options)),
        pool_(options_, options_.subject, 1) {
    pool_.add({});
    searches_.push_back(std::make_unique<Search>(run, tables, options_, pool_, 0, make));
  }

  // Takes so many steps; true: it is done.
  bool go(std::uint64_t steps) {
    std::swap(run_.stats, stats_);
    bool is_done = searches_[0]->work_until(run_.stats.transitions + steps);
    std::swap(run_.stats, stats_);
    return is_done;
  }
  bool has_threads() const { return searches_[0]->has_threads(); }
  const run::Statistics& stats() const { return stats_; }
  Answer answer() {
    run_.stats = stats_;
    Answer result = conclude(run_, tables_, options_, pool_, searches_);
    result.stateful = options_.stateful;
    return result;
  }

 private:
  run::Run& run_;
  const ProgramTables& tables_;
  Options options_;
  Pool pool_;
  std::vector<std::unique_ptr<Search>> searches_;  // one
  run::Statistics stats_;
};

// A few executions that are likely to get stuck. Only a violation is an answer.
std::optional<Answer> try_deadlocks(run::Run& run, const ProgramTables& tables,
                                    const Options& options) {
  Member directed(run, tables, options, make_directed);
  directed.go(kDirectedSteps);
  run::Statistics stats = run.stats;
  Answer answer = directed.answer();
  run.stats = stats;
  if (!answer.result.violation) return std::nullopt;
  answer.search = "likely deadlocks";
  answer.why = "what holds locks and waits is tried first";
  return answer;
}

bool is_too_large(const run::Run& run, const Member& matching) {
  if (matching.stats().states > kMostStates) return true;
  auto most = run.limits().memory_bytes;
  return most && run::resident_bytes() > *most / 2;
}

// The search has to start again, with other options.
bool must_restart(const Answer& answer) {
  return answer.has_foreign_unlock || answer.exceeds_depth || answer.has_open_guard;
}

// Which of two searches comes to an end first is not to be told from the program: both take
// turns, by counted steps, so that the answer is the same on every machine.
class Portfolio {
 public:
  Portfolio(run::Run& run, const ProgramTables& tables, const Options& options)
      : run_(run),
        tables_(tables),
        options_(options),
        may_match_(!options.stateful && may_match_states(tables, options)) {}

  Answer search() {
    first_ = std::make_unique<Member>(run_, tables_, options_, make_chosen);
    for (std::uint64_t turn = options_.first_turn;; turn *= 2) {
      if (auto answer = run_first(turn)) return std::move(*answer);
      if (first_ && !first_->has_threads()) continue;
      if (!std::exchange(tried_deadlocks_, true)) {
        if (auto answer = try_deadlocks(run_, tables_, options_)) return std::move(*answer);
      }
      if (auto answer = run_matching(turn)) return std::move(*answer);
    }
  }

 private:
  // It is an answer even if another search has not been asked.
  bool is_final(const Answer& answer) {
    return must_restart(answer) || answer.result.verdict != verdict::VerdictKind::Unknown ||
           answer.result.is_cut() || run_.stop_reason_now().has_value();
  }

  // The search that comes first.
  std::optional<Answer> run_first(std::uint64_t turn) {
    if (!first_ || !first_->go(turn)) return std::nullopt;
    Answer answer = first_->answer();
    spent_ = answer.result.stats.transitions;
    if (auto better = complete(answer)) return better;
    if (is_final(answer) || !matching_ || !may_match_) {
      if (matched_ > 0) {
        answer.search = kTraces;
        answer.why = fmt::format("state matching was not done after {} steps", matched_);
      }
      return answer;
    }
    unknown_ = std::move(answer);
    first_.reset();
    return std::nullopt;
  }

  // Threads that poll are cut by a bound on their loops, unless states are remembered: where that
  // takes no more steps, the answer has no bound.
  std::optional<Answer> complete(const Answer& cut) {
    if (must_restart(cut) || cut.result.violation || !cut.result.is_cut()) return std::nullopt;
    if (!may_match_ || !first_->has_threads()) return std::nullopt;
    run::Statistics stats = run_.stats;
    begin_matching();
    std::optional<Answer> result;
    if (matching_->go(std::max(spent_, options_.first_turn))) result = matching_->answer();
    bool is_better =
        result && !must_restart(*result) && (result->result.violation || result->result.complete);
    if (!is_better) {
      run_.stats = stats;
      return std::nullopt;
    }
    result->search = kMatching;
    result->why = "a bound cut the search for one execution per trace";
    return result;
  }

  void begin_matching() {
    if (matching_) return;
    Options with_states = options_;
    with_states.stateful = true;
    matching_ = std::make_unique<Member>(run_, tables_, with_states, make_chosen);
  }

  // The one that takes turns with it.
  std::optional<Answer> run_matching(std::uint64_t turn) {
    if (!may_match_) return std::nullopt;
    begin_matching();
    bool is_done = matching_->go(turn / kMatchingCost);
    matched_ = matching_->stats().transitions;
    if (!is_done) {
      if (first_ && is_too_large(run_, *matching_)) give_up_matching();
      return std::nullopt;
    }
    Answer answer = matching_->answer();
    if (first_) spent_ = first_->stats().transitions;
    if (is_final(answer)) {
      answer.search = kMatching;
      answer.why = fmt::format("one execution per trace was not done after {} steps", spent_);
      return answer;
    }
    if (unknown_) return std::move(unknown_);
    give_up_matching();
    return std::nullopt;
  }

  void give_up_matching() {
    may_match_ = false;
    matching_.reset();
  }

  run::Run& run_;
  const ProgramTables& tables_;
  const Options& options_;
  std::unique_ptr<Member> first_;     // one execution per trace, unless options say otherwise
  std::unique_ptr<Member> matching_;  // states are remembered
  bool may_match_;
  bool tried_deadlocks_ = false;
  std::uint64_t spent_ = 0;        // steps of the first one
  std::uint64_t matched_ = 0;      // steps of the other one
  std::optional<Answer> unknown_;  // of the first one, which did not know
};

Answer refuse(run::Run& run, const Options& options, std::string_view what) {
  Answer refused;
  refused.reduction = options.reduction;
  refused.result.reason = fmt::format("symbolic execution does not support {}", what);
  refused.result.stats = run.finished_statistics();
  return refused;
}

// The optimal search knows which values of variables let a thread go on that waits for them. If
// guards ask for more than variables, or inputs decide what they say, it does not run the program,
// and what only it can do is not to be had. State matching finds data races, too, but for programs
// that test locks (state_matching.h).
std::optional<std::string> what_conditions_lack(const ProgramTables& tables, const Options& options,
                                                bool is_resumed) {
  if (!may_match_states(tables, options)) {
    return "data races of threads that wait for conditions";
  }
  if (is_resumed || !options.checkpoint.empty()) {
    return "checkpoints of threads that wait for conditions";
  }
  return std::nullopt;
}

void avoid_optimal(Options& options) {
  if (options.automatic || options.semantics.races) options.stateful = true;
  if (options.reduction == Reduction::Optimal) options.reduction = Reduction::Guarded;
}

}  // namespace

Answer verify(run::Run& run, const ProgramTables& tables, const Options& options,
              const std::optional<Checkpoint>& resumed) {
  Options chosen = options;
  if (!tables.awaits().are_variables()) {
    avoid_optimal(chosen);
    if (auto missing = what_conditions_lack(tables, options, resumed.has_value())) {
      return refuse(run, chosen, *missing);
    }
  }
  if (!may_match_states(tables, options)) chosen.stateful = false;
  if (resumed) chosen.own_unlocks_only = resumed->own_unlocks_only;
  chosen.may_restart = !resumed && chosen.checkpoint.empty() && !chosen.semantics.races;
  auto answer_with = [&](const std::optional<Checkpoint>& past) {
    run.stats = {};
    if (chosen.automatic) return Portfolio(run, tables, chosen).search();
    Answer result = search(run, tables, chosen, past);
    result.stateful = chosen.stateful;
    return result;
  };
  Answer answer = answer_with(resumed);
  bool allows_foreign_unlocks = false;
  bool has_open_guard = false;
  while (must_restart(answer)) {
    if (answer.has_foreign_unlock) {
      allows_foreign_unlocks = true;
      chosen.own_unlocks_only = false;
    }
    if (answer.exceeds_depth) {
      chosen.automatic = false;
      chosen.reduction = Reduction::Guarded;
    }
    if (answer.has_open_guard) {
      has_open_guard = true;
      avoid_optimal(chosen);
      if (auto missing = what_conditions_lack(tables, options, resumed.has_value())) {
        return refuse(run, chosen, *missing);
      }
    }
    answer = answer_with(std::nullopt);
  }
  if (has_open_guard && chosen.automatic) {
    answer.search = kMatching;
    answer.why = "inputs decide whether threads may go on that wait for conditions";
  }
  answer.allows_foreign_unlocks = allows_foreign_unlocks;
  answer.reduction = chosen.reduction;
  return answer;
}

}  // namespace symex
