#include "engine/symex/progress.h"

namespace symex {

Progress::Progress(run::Run& run, const ProgramTables& tables, const Options& options,
                   const Pool& pool, const Stepper& stepper)
    : run_(run), options_(options), pool_(pool), stepper_(stepper) {
  if (!options.coverage) return;
  for (const ir::Procedure& proc : tables.program().procs) {
    answer_.taken.emplace_back(proc.transitions.size(), false);
  }
}

bool Progress::must_stop() {
  if (is_done() || must_restart() || pool_.is_stopped()) return true;
  // A question to the solver may have taken long.
  bool was_slow = run_.stats.solver_queries != queries_;
  if (!was_slow && !run_.is_look_due()) return false;
  queries_ = run_.stats.solver_queries;
  if (auto reason = was_slow ? run_.stop_reason_now() : run_.look()) stop(*reason);
  return is_done();
}

void Progress::end_cut(const char* bound) {
  cut(bound);
  ++run_.stats.paths;
  ++run_.stats.cut;
}

void Progress::note_violation(verdict::Violation violation, verdict::Claim claim,
                              const CutLoop* behind) {
  answer_.violated_behind = behind;
  answer_.result.violation = std::move(violation);
  answer_.claim = std::move(claim);
}

Checkpoint Progress::checkpoint() const {
  Checkpoint result;
  result.stats = run_.stats;
  result.bounds_hit = answer_.result.bounds_hit();
  result.never_ends = answer_.result.never_ends;
  if (stepper_.cut_sizes()) result.bounds_hit.emplace_back("array-size");
  if (stepper_.cut_forks()) result.bounds_hit.emplace_back("unwind");
  if (stepper_.cut_domain()) result.bounds_hit.emplace_back("inputs");
  return result;
}

Answer Progress::answer() {
  answer_.has_foreign_unlock = stepper_.has_foreign_unlock() && !answer_.result.violation;
  answer_.made_cuts = stepper_.made_cuts();
  answer_.refused_cuts = stepper_.refused_cuts();
  answer_.exceeds_depth = exceeds_depth_ && !answer_.result.violation;
  answer_.has_open_guard = has_open_guard_ && !answer_.result.violation;
  if (!answer_.result.violation) answer_.traces_needed = traces_needed_;
  return std::move(answer_);
}

}  // namespace symex
