#include "engine/mc/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/mc/breadth_first.h"
#include "engine/mc/depth_first.h"

namespace mc {

// A part of the memory is left for what is not counted.
std::uint64_t Search::store_limit(const run::Run& run, std::uint64_t least) {
  if (!run.limits().memory_bytes) return 0;
  std::uint64_t limit = *run.limits().memory_bytes;
  std::uint64_t taken = run::resident_bytes() + limit / 16;
  return limit > taken + least ? limit - taken : least;
}

Search::Search(run::Run& run, const Model& model) : run_(run), model_(model), machine_(model) {}

verdict::Answer Search::run() {
  verdict::Answer answer;
  verdict::Result& result = answer.result;
  machine_.reset();
  if (goes_on()) explore();
  update_statistics();
  Tally total = tally();
  for (const std::string& bound : total.bounds) result.cut(bound);
  if (failure_) {
    answer.claim.kind = failure_->kind;
    answer.claim.steps = machine_.trace(failing_path_);
    result.verdict = verdict::verdict_of(failure_->kind);
    result.violation = verdict::Violation{.kind = failure_->kind,
                                          .message = failure_->what,
                                          .span = failure_->span,
                                          .thread = failure_->thread + 1};
  } else if (is_stopped_) {
    Stored store = stored();
    result.reason =
        fmt::format("{}; {} states stored in {} KiB, depth {}, table {:.0f}% full", stop_reason_,
                    store.states, store.bytes >> 10, max_depth_, 100 * store.fill);
  } else if (!total.exhausted.empty()) {
    result.reason = total.exhausted;
  } else {
    result.verdict = verdict::VerdictKind::Valid;
    // Hashes alone prove nothing: two states may have been taken for one.
    result.complete = !result.is_cut() && !model_.options.hash_compact;
    result.vacuous = run_.stats.paths + run_.stats.pruned == 0 && run_.stats.discarded > 0;
  }
  judge(result);
  return answer;
}

// An execution is a way through the graph of states that ends, or goes round for ever. It is
// cut if it ends where a bound stopped it. So all executions are cut if no other end was
// found, and no cycle: then every way leads to a cut. Reductions keep the ends of all
// executions, and, by the cycle proviso, a cycle if there is one. An execution that goes
// round for ever is counted once, and only where it makes a difference.
void Search::judge(verdict::Result& result) {
  run::Statistics& stats = run_.stats;
  bool may_all_be_cut = stats.cut > 0 && stats.cut == stats.paths && !is_stopped_;
  if (may_all_be_cut && finds_cycle()) ++stats.paths;
  result.stats = run_.finished_statistics();
  bool has_checks = !model_.exceptional.empty() ||
                    std::any_of(model_.instrs.begin(), model_.instrs.end(),
                                [](const Instr& i) { return i.code == Code::Assert; });
  verdict::judge_cuts(result, has_checks);
}

bool Search::goes_on() {
  if (machine_.effect() == Effect::Moved) return true;
  if (machine_.effect() == Effect::Violated) {
    report_violation(machine_.failure(), machine_.path());
  } else {
    tally_.note_end(machine_);
  }
  return false;
}

void Search::report_violation(Failure failure, std::vector<Step> path) {
  failure_ = std::move(failure);
  failing_path_ = std::move(path);
  is_stopped_ = true;
}

void Search::stop(std::string why) {
  stop_reason_ = std::move(why);
  is_stopped_ = true;
}

void Search::stop_full() {
  const auto& limit = run_.limits().memory_bytes;
  stop(limit ? fmt::format("the memory limit of {} MiB was reached", *limit >> 20)
             : std::string("the store of states is full"));
}

void Search::look_at_limits() {
  update_statistics();
  if (auto reason = run_.stop_reason_now()) return stop(*reason);
  if (!run_.limits().memory_bytes) return;
  std::uint64_t limit = *run_.limits().memory_bytes;
  std::uint64_t taken = run::resident_bytes() + pending_bytes();
  if (taken > limit) {
    return stop(fmt::format("the memory limit of {} MiB was reached", limit >> 20));
  }
  // What the store may have depends on what the search has taken since.
  std::uint64_t others = taken - std::min(taken, stored().bytes) + limit / 16;
  limit_store(limit > others ? limit - others : 1);
}

void Search::update_statistics() {
  Tally total = tally();
  Stored store = stored();
  run::Statistics& stats = run_.stats;
  stats.paths = total.paths;
  stats.cut = total.cut;
  stats.discarded = total.discarded;
  stats.pruned = total.pruned;
  stats.transitions = total.steps;
  stats.checks = total.checks;
  stats.states = store.states;
  stats.stored_states = store.states;
  stats.max_depth = max_depth_;
  stats.bytes_per_state =
      store.states == 0 ? 0
                        : static_cast<double>(store.used_bytes) / static_cast<double>(store.states);
  stats.omission_probability = store.odds;
}

verdict::Answer search(run::Run& run, const Model& model) {
  if (model.options.breadth_first) return BreadthFirst(run, model).run();
  return DepthFirst(run, model).run();
}

}  // namespace mc
