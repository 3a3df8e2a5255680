#include "symex/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/check.h"
#include "base/stack.h"
#include "pass/shared_guards.h"
#include "symex/interleave.h"
#include "symex/optimal.h"
#include "symex/stateful.h"

namespace symex {

namespace {

constexpr std::size_t kStack = std::size_t{64} << 20;

// Races are found where an execution could have gone the other way.
bool is_optimal(const Options& options) {
  return options.races || (!options.stateful && options.reduction == Reduction::Optimal);
}

std::unique_ptr<Search> make_search(run::Run& run, const Model& model, const Options& options,
                                    Pool& pool, std::uint32_t worker) {
  if (is_optimal(options)) {
    return std::make_unique<OptimalSearch>(run, model, options, pool, worker);
  }
  if (options.stateful) return std::make_unique<StatefulSearch>(run, model, options, pool, worker);
  return std::make_unique<InterleavingSearch>(run, model, options, pool, worker);
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

Answer conclude(run::Run& run, const Model& model, const Options& options, const Pool& pool,
                std::vector<std::unique_ptr<Search>>& searches) {
  Checkpoint total = pool.total();
  std::uint64_t states = run.stats.states;
  run.stats = total.stats;
  run.stats.states = states > 0 ? states : run.stats.transitions;
  Answer result;
  std::string reason;
  bool is_misled = false;
  bool is_outgrown = false;
  std::vector<std::vector<bool>> taken;
  for (auto& search : searches) {
    Answer own = search->answer();
    add_taken(taken, own.taken);
    is_misled = is_misled || own.is_misled;
    is_outgrown = is_outgrown || own.is_outgrown;
    if (reason.empty()) reason = search->stopped();
    if (own.result.violation && !result.result.violation) result = std::move(own);
  }
  for (auto& search : searches) {
    if (reason.empty()) reason = search->unknown();
  }
  verdict::Result& r = result.result;
  result.is_misled = is_misled && !r.violation;
  result.is_outgrown = is_outgrown && !r.violation;
  result.taken = std::move(taken);
  r.never_ends = r.violation ? std::nullopt : total.never_ends;
  r.bounds.clear();
  r.set_bound("array-size", std::to_string(options.array_size));
  r.set_bound("depth", std::to_string(options.depth));
  r.set_bound("unwind", std::to_string(options.unwind));
  for (const std::string& bound : total.bounds_hit) r.cut(bound);
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
  verdict::judge_cuts(r, model.has_checks() && !options.races);
  return result;
}

Answer search(run::Run& run, const Model& model, const Options& options,
              const std::optional<Checkpoint>& resumed) {
  std::uint32_t jobs = is_optimal(options) ? std::max(options.jobs, 1U) : 1;
  Pool pool(options, options.subject, jobs);
  if (resumed) {
    Checkpoint past = *resumed;
    for (Script& script : past.scripts) pool.add(std::move(script));
    past.scripts.clear();
    pool.set_past(std::move(past));
  } else {
    pool.add({});
  }
  std::vector<std::unique_ptr<run::Run>> runs;
  std::vector<std::unique_ptr<Search>> searches;
  searches.push_back(make_search(run, model, options, pool, 0));
  for (std::uint32_t i = 1; i < jobs; ++i) {
    run::Limits limits = run.limits();
    limits.since = run.start();
    runs.push_back(std::make_unique<run::Run>(limits, run.seed(), &run));
    searches.push_back(make_search(*runs.back(), model, options, pool, i));
  }
  work(searches);
  Answer answer = conclude(run, model, options, pool, searches);
  if (!answer.result.violation) pool.finish();
  answer.checkpoint_error = pool.error();
  return answer;
}

// Threads that wait for conditions over shared variables. A condition may need several events
// not to have happened yet, so that reversing one race after the other is not enough: the
// optimal search does not run such programs, and what only it can do is not to be had.
std::optional<std::string> what_conditions_lack(const Options& options, bool is_resumed) {
  if (options.races) return "data races of threads that wait for conditions";
  if (is_resumed || !options.checkpoint.empty()) {
    return "checkpoints of threads that wait for conditions";
  }
  return std::nullopt;
}

}  // namespace

Answer verify(run::Run& run, const Model& model, const Options& options,
              const std::optional<Checkpoint>& resumed) {
  Options chosen = options;
  if (pass::has_shared_guards(model.program())) {
    if (auto missing = what_conditions_lack(options, resumed.has_value())) {
      Answer refused;
      refused.result.reason = fmt::format("symbolic execution does not support {}", *missing);
      refused.result.stats = run.finished_statistics();
      return refused;
    }
    if (chosen.reduction == Reduction::Optimal) chosen.reduction = Reduction::Guarded;
  }
  if (resumed) chosen.quiet_unlocks = resumed->quiet_unlocks;
  chosen.may_restart = !resumed && chosen.checkpoint.empty() && !chosen.races;
  Answer answer = search(run, model, chosen, resumed);
  bool unlocks_freely = answer.is_misled;
  if (answer.is_misled) {
    run.stats = {};
    chosen.quiet_unlocks = false;
    answer = search(run, model, chosen, std::nullopt);
  }
  if (answer.is_outgrown) {
    run.stats = {};
    chosen.reduction = Reduction::Guarded;
    answer = search(run, model, chosen, std::nullopt);
    if (answer.is_misled) {
      unlocks_freely = true;
      run.stats = {};
      chosen.quiet_unlocks = false;
      answer = search(run, model, chosen, std::nullopt);
    }
  }
  answer.unlocks_freely = unlocks_freely;
  return answer;
}

}  // namespace symex
