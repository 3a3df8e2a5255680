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
#include "engine/symex/team.h"
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
  total.resize(std::max(total.size(), part.size()));
  for (std::size_t i = 0; i < part.size(); ++i) {
    total[i].resize(part[i].size());
    for (std::size_t k = 0; k < part[i].size(); ++k) total[i][k] = total[i][k] || part[i][k];
  }
}

// What one more worker, or one more process, has found.
void add(Share& total, Share part) {
  Answer& all = total.answer;
  Answer& own = part.answer;
  add_taken(all.taken, own.taken);
  all.made_cuts.merge(own.made_cuts);
  all.refused_cuts.merge(own.refused_cuts);
  all.has_foreign_unlock = all.has_foreign_unlock || own.has_foreign_unlock;
  all.exceeds_depth = all.exceeds_depth || own.exceeds_depth;
  all.has_open_guard = all.has_open_guard || own.has_open_guard;
  if (all.traces_needed.empty()) all.traces_needed = std::move(own.traces_needed);
  auto& explored = all.result.explored;
  std::move(own.result.explored.begin(), own.result.explored.end(), std::back_inserter(explored));
  if (total.stopped.empty()) total.stopped = std::move(part.stopped);
  if (total.unknown.empty()) total.unknown = std::move(part.unknown);
  if (own.result.violation && !all.result.violation) {
    all.result.violation = std::move(own.result.violation);
    all.claim = std::move(own.claim);
    all.violated_behind = own.violated_behind;
  }
}

Share share_of(std::vector<std::unique_ptr<Search>>& searches) {
  Share result;
  for (auto& search : searches) {
    std::string unknown = search->unknown();
    add(result, {search->answer(), search->stopped(), std::move(unknown)});
  }
  return result;
}

Answer conclude(run::Run& run, const ProgramTables& tables, const Options& options,
                const Checkpoint& total, Share share) {
  std::uint64_t states = run.stats.states;
  run.stats = total.stats;
  run.stats.states = states > 0 ? states : run.stats.transitions;
  std::string reason = share.stopped.empty() ? share.unknown : share.stopped;
  Answer result = std::move(share.answer);
  verdict::Result& r = result.result;
  result.has_foreign_unlock = result.has_foreign_unlock && !r.violation;
  result.exceeds_depth = result.exceeds_depth && !r.violation;
  result.has_open_guard = result.has_open_guard && !r.violation;
  if (r.violation) result.traces_needed.clear();
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

// ---------------------------------------------------------------- with other processes

Round round_of(const Options& options) {
  return {options.depth,     options.unwind,           options.array_size,
          options.reduction, options.own_unlocks_only, options.may_restart};
}

// Adds what the other processes of the round have found. False: something of that is missing.
bool add_others(RoundEnd outcome, Pool& pool, Share& share) {
  for (Report& report : outcome.reports) {
    pool.add_past(report.total);
    add(share, std::move(report.share));
  }
  Checkpoint lost;
  lost.frontier = std::move(outcome.lost);
  pool.add_past(lost);
  if (share.stopped.empty()) share.stopped = std::move(outcome.stopped);
  const Answer& a = share.answer;
  bool has_ended = a.result.violation || a.has_foreign_unlock || a.exceeds_depth ||
                   a.has_open_guard || (outcome.is_exhausted && outcome.is_whole);
  if (!has_ended && share.stopped.empty()) {
    share.stopped = "a process of the search ended early";
  }
  return outcome.is_whole;
}

// The workers of a search in this process.
class Crew {
 public:
  Crew(run::Run& run, const ProgramTables& tables, const Options& options, Pool& pool,
       std::uint32_t jobs)
      : options_(options), pool_(pool) {
    searches_.push_back(std::make_unique<Search>(run, tables, options, pool, 0, make_chosen));
    all_.push_back(&run);
    for (std::uint32_t i = 1; i < jobs; ++i) {
      run::Limits limits = run.limits();
      limits.since = run.start();
      runs_.push_back(std::make_unique<run::Run>(limits, run.seed(), &run));
      all_.push_back(runs_.back().get());
      searches_.push_back(
          std::make_unique<Search>(*runs_.back(), tables, options, pool, i, make_chosen));
    }
  }

  // As the team sees them.
  Site site() {
    auto executions = [this] {
      std::uint64_t count = 0;
      for (const run::Run* run : all_) count += run->latest_statistics().paths;
      return count;
    };
    return {*all_[0], pool_, executions, !options_.checkpoint.empty()};
  }
  Share search() {
    work(searches_);
    return share_of(searches_);
  }

 private:
  const Options& options_;
  Pool& pool_;
  std::vector<std::unique_ptr<run::Run>> runs_;  // of all but the first
  std::vector<run::Run*> all_;
  std::vector<std::unique_ptr<Search>> searches_;
};

bool is_answer(const Share& share) {
  return share.answer.result.violation.has_value() || !share.stopped.empty();
}

Answer refuse_round(run::Run& run, const Options& options, std::string why) {
  Answer refused;
  refused.reduction = options.reduction;
  refused.result.reason = std::move(why);
  refused.result.stats = run.finished_statistics();
  return refused;
}

void say_alone(const Options& options) {
  if (options.team == nullptr) return;
  options.team->stay_alone(options.stateful ? "states are remembered in one process"
                                            : "only --por optimal is searched by several");
}

Answer search(run::Run& run, const ProgramTables& tables, const Options& options,
              const std::optional<Checkpoint>& resumed) {
  bool is_shared = is_optimal(options);
  if (!is_shared) say_alone(options);
  std::uint32_t jobs = is_shared ? std::max(options.jobs, 1U) : 1;
  Pool pool(options, options.subject, jobs);
  if (resumed) {
    Checkpoint past = *resumed;
    for (WorkItem& work : past.frontier) pool.add(std::move(work));
    past.frontier.clear();
    pool.set_past(std::move(past));
  } else {
    pool.add({});
  }
  Crew crew(run, tables, options, pool, jobs);
  Team* team = is_shared ? options.team : nullptr;
  if (team != nullptr) {
    auto begun = team->begin(round_of(options), crew.site(), options.subject);
    if (!begun) return refuse_round(run, options, begun.error());
  }
  Share share = crew.search();
  bool is_whole = team == nullptr || add_others(team->end(is_answer(share)), pool, share);
  Answer answer = conclude(run, tables, options, pool.total(), std::move(share));
  if (!answer.result.violation && is_whole) pool.finish();
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
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  // If it is shared still, its answer is not wanted any more.
  ~Member() {
    if (team_ == nullptr) return;
    pool_.stop();
    team_->end(false);
  }

  // From now on others work for it, too. The error says why they cannot.
  tl::expected<void, std::string> share_with(Team& team) {
    auto executions = [this] { return run_.latest_statistics().paths; };
    auto begun = team.begin(round_of(options_), {run_, pool_, executions}, options_.subject);
    if (begun) team_ = &team;
    return begun;
  }
  bool is_shared() const { return team_ != nullptr; }

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
    Share share = share_of(searches_);
    if (Team* team = std::exchange(team_, nullptr)) {
      add_others(team->end(is_answer(share)), pool_, share);
    }
    Answer result = conclude(run_, tables_, options_, pool_.total(), std::move(share));
    result.stateful = options_.stateful;
    return result;
  }

 private:
  run::Run& run_;
  const ProgramTables& tables_;
  Options options_;
  Pool pool_;
  std::vector<std::unique_ptr<Search>> searches_;  // one
  Team* team_ = nullptr;                           // while it is shared
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
  return answer.has_foreign_unlock || answer.exceeds_depth || answer.has_open_guard ||
         !answer.traces_needed.empty();
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
    for (std::uint64_t turn = options_.first_turn;; turn = next_turn(turn)) {
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

  // While others wait for what the first search has to give, or have found a violation, state
  // matching must not go on for long.
  std::uint64_t next_turn(std::uint64_t turn) const {
    return first_ && first_->is_shared() ? turn : 2 * turn;
  }

  // The search that comes first. A program that is too large for the first turn is one for all
  // processes.
  std::optional<Answer> run_first(std::uint64_t turn) {
    if (!first_) return std::nullopt;
    bool wants_team = options_.team != nullptr && is_optimal(options_) && was_paused_;
    if (was_paused_ && !wants_team) say_alone(options_);
    if (wants_team && !first_->is_shared()) {
      auto begun = first_->share_with(*options_.team);
      if (!begun) return refuse_round(run_, options_, begun.error());
    }
    if (!first_->go(turn)) {
      was_paused_ = true;
      return std::nullopt;
    }
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
  bool was_paused_ = false;        // the first search was not done after a turn
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

// What reads-from classes do not tell, as far as it is known beforehand; empty: nothing.
std::string why_traces(const ProgramTables& tables, const Options& options) {
  if (options.semantics.races) return "races are looked for";
  if (options.cut_loops) return "loops may be replaced by their invariants";
  if (!tables.awaits().are_variables()) return "threads wait for conditions";
  return "";
}

}  // namespace

Answer verify(run::Run& run, const ProgramTables& tables, const Options& options,
              const std::optional<Checkpoint>& resumed) {
  Options chosen = options;
  std::string traces_needed;
  auto need_traces = [&](const std::string& why) {
    traces_needed = why;
    chosen.reduction = Reduction::Optimal;
  };
  bool has_classes = options.reduction == Reduction::ReadsFrom && !options.stateful;
  std::string why = has_classes ? why_traces(tables, options) : "";
  if (!why.empty()) need_traces(why);
  if (!tables.awaits().are_variables()) {
    avoid_optimal(chosen);
    if (auto missing = what_conditions_lack(tables, options, resumed.has_value())) {
      return refuse(run, chosen, *missing);
    }
  }
  if (!may_match_states(tables, options)) chosen.stateful = false;
  if (resumed) chosen.own_unlocks_only = resumed->own_unlocks_only;
  if (chosen.listed > 0 || chosen.cut_loops) {
    if (chosen.team != nullptr)
      chosen.team->stay_alone("what it is to tell belongs to one process");
    chosen.team = nullptr;
  }
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
    if (!answer.traces_needed.empty()) need_traces(answer.traces_needed);
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
  if (!traces_needed.empty() && answer.search.empty()) {
    answer.search = chosen.reduction == Reduction::Optimal ? kTraces : "";
    answer.why = traces_needed;
  }
  answer.allows_foreign_unlocks = allows_foreign_unlocks;
  answer.reduction = chosen.reduction;
  return answer;
}

void follow(run::Run& run, const ProgramTables& tables, const Options& options) {
  Team& team = *options.team;
  while (auto round = team.next(options.subject)) {
    Options chosen = options;
    chosen.automatic = chosen.stateful = false;
    chosen.depth = round->depth;
    chosen.unwind = round->unwind;
    chosen.array_size = round->array_size;
    chosen.reduction = round->reduction;
    chosen.own_unlocks_only = round->own_unlocks_only;
    chosen.may_restart = round->may_restart;
    run.stats = {};
    std::uint32_t jobs = std::max(chosen.jobs, 1U);
    Pool pool(chosen, chosen.subject, jobs);
    Crew crew(run, tables, chosen, pool, jobs);
    team.join(crew.site());
    Share share = crew.search();
    team.report({std::move(share), pool.total()});
  }
}

}  // namespace symex
