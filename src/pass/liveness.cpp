// A backward may-analysis over the locations of one procedure. Two points are
// particular to the IR. A Call writes its target only when it returns normally, so
// its target stays live along the exceptional edge. And what an `exceptional`
// clause reads is live everywhere: an uncaught exception of another thread checks
// the clause of the entry procedure wherever that procedure happens to be.
#include "pass/liveness.h"

#include <algorithm>

namespace pass {

namespace {

using Set = std::vector<bool>;

void add_reads(const ir::Program& program, ir::ExprId id, Set& live) {
  if (!id) return;
  const ir::Expr& e = program.expr(id);
  if (e.kind == ir::ExprKind::Local) live[e.local.index()] = true;
  add_reads(program, e.a, live);
  add_reads(program, e.b, live);
  add_reads(program, e.c, live);
}

void add_clause_reads(const ir::Program& program, const ir::Procedure& proc, ir::ContractKind kind,
                      Set& live) {
  for (const ir::Clause& clause : proc.contract) {
    if (clause.kind == kind) add_reads(program, clause.condition, live);
  }
}

class Analysis {
 public:
  Analysis(const ir::Program& program, const ir::Procedure& proc)
      : program_(program), proc_(proc), always_(proc.locals.size(), false) {
    add_clause_reads(program, proc, ir::ContractKind::Exceptional, always_);
    live_.assign(proc.locations.size(), always_);
    incoming_.resize(proc.locations.size());
    for (std::size_t i = 0; i < proc.transitions.size(); ++i) {
      const ir::Transition& t = proc.transitions[i];
      incoming_[t.target.index()].push_back(i);
      if (t.except) incoming_[t.except.index()].push_back(i);
    }
  }

  const std::vector<Set>& solve() {
    std::vector<std::size_t> work;
    for (std::size_t i = 0; i < proc_.transitions.size(); ++i) work.push_back(i);
    std::vector<bool> queued(work.size(), true);
    while (!work.empty()) {
      std::size_t next = work.back();
      work.pop_back();
      queued[next] = false;
      const ir::Transition& t = proc_.transitions[next];
      if (!merge(before(t), live_[t.source.index()])) continue;
      for (std::size_t i : incoming_[t.source.index()]) {
        if (queued[i]) continue;
        queued[i] = true;
        work.push_back(i);
      }
    }
    return live_;
  }

 private:
  static bool merge(const Set& from, Set& into) {
    bool changed = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] && !into[i]) into[i] = changed = true;
    }
    return changed;
  }

  Set before(const ir::Transition& t) const {
    Set live = live_[t.target.index()];
    for (std::size_t i = t.actions.size(); i-- > 0;) step(t.actions[i], t.except, live);
    add_reads(program_, t.guard, live);
    for (std::size_t i = t.reads.size(); i-- > 0;) step(t.reads[i], {}, live);
    return live;
  }

  void step(const ir::Action& action, ir::LocId except, Set& live) const {
    ir::LocalId written = ir::written_local(action);
    // Choosing among no instances leaves the target as it was.
    bool may_keep = std::holds_alternative<ir::ChooseInstance>(action) ||
                    std::holds_alternative<ir::ChooseReachable>(action);
    if (written && !may_keep) live[written.index()] = always_[written.index()];
    if (except && std::holds_alternative<ir::Call>(action)) merge(live_[except.index()], live);
    ir::for_each_expr(action, [&](ir::ExprId e) { add_reads(program_, e, live); });
    if (const auto* check = std::get_if<ir::CheckContract>(&action)) {
      add_clause_reads(program_, proc_, check->kind, live);
    }
  }

  const ir::Program& program_;
  const ir::Procedure& proc_;
  Set always_;
  std::vector<Set> live_;
  std::vector<std::vector<std::size_t>> incoming_;  // transitions by where they lead
};

}  // namespace

void annotate_liveness(ir::Program& program) {
  for (ir::Procedure& proc : program.procs) {
    Analysis analysis(program, proc);
    const std::vector<Set>& live = analysis.solve();
    for (std::size_t i = 0; i < proc.locations.size(); ++i) {
      std::vector<ir::LocalId> ids;
      for (std::size_t v = 0; v < proc.locals.size(); ++v) {
        if (live[i][v] && !proc.locals[v].is_bound) ids.push_back(ir::LocalId(v));
      }
      proc.locations[i].live = std::move(ids);
    }
  }
}

}  // namespace pass
