#include "ir/pass/tidy.h"

#include <algorithm>

#include "ir/pass/liveness.h"
#include "ir/pass/safety.h"

namespace pass {

namespace {

void add_reads(const ir::Program& program, ir::ExprId id, std::vector<bool>& live) {
  if (!id) return;
  const ir::Expr& e = program.expr(id);
  if (e.kind == ir::ExprKind::Local) live[e.local.index()] = true;
  for (ir::ExprId part : {e.a, e.b, e.c}) add_reads(program, part, live);
}

bool is_plain_assignment(const ir::Program& program, const ir::Procedure& proc,
                         const FiniteProc& described, const ir::Action& action) {
  const auto* assign = std::get_if<ir::Assign>(&action);
  if (!assign || !is_total(program, assign->value) || ir::reads_heap(program, assign->value)) {
    return false;
  }
  return !described.ranges.contains(assign->target) ||
         may_hold(program, program.type(proc.local(assign->target).type), assign->value);
}

std::vector<bool> kept_locals(const ir::Procedure& proc, const std::set<std::string>& kept) {
  std::vector<bool> result;
  for (const ir::Local& local : proc.locals) {
    result.push_back(kept.contains(proc.name + "." + local.name));
  }
  return result;
}

// From the last action to the first: an assignment of a variable that nothing reads any
// more goes.
bool remove_dead_assignments(const ir::Program& program, const ir::Procedure& proc,
                             const FiniteProc& described, const std::vector<bool>& kept,
                             ir::Transition& t) {
  if (!proc.location(t.target).live) return false;
  std::vector<bool> live(proc.locals.size(), false);
  for (ir::LocalId id : *proc.location(t.target).live) live[id.index()] = true;
  bool changed = false;
  for (std::size_t i = t.actions.size(); i-- > 0;) {
    const ir::Action& a = t.actions[i];
    ir::LocalId written = ir::written_local(a);
    bool is_dead = written && !live[written.index()] && !kept[written.index()];
    if (is_dead && is_plain_assignment(program, proc, described, a)) {
      t.actions.erase(t.actions.begin() + static_cast<std::ptrdiff_t>(i));
      changed = true;
      continue;
    }
    bool may_keep = std::holds_alternative<ir::ChooseInstance>(a) ||
                    std::holds_alternative<ir::ChooseReachable>(a);
    if (written && !may_keep) live[written.index()] = false;
    ir::for_each_expr(a, [&](ir::ExprId e) { add_reads(program, e, live); });
  }
  return changed;
}

class Compactor {
 public:
  Compactor(FiniteModel& model, std::size_t index, std::vector<bool> kept)
      : program_(model.program),
        proc_(model.program.procs[index]),
        origins_(model.origins[index]),
        described_(model.procs[index]),
        index_(index),
        used_(std::move(kept)) {}

  void run() {
    find_reachable();
    renumber_locations();
    renumber_locals();
  }

 private:
  void find_reachable() {
    reached_.assign(proc_.locations.size(), false);
    auto out = ir::outgoing(proc_);
    std::vector<ir::LocId> work{proc_.entry};
    reached_[proc_.entry.index()] = true;
    while (!work.empty()) {
      ir::LocId at = work.back();
      work.pop_back();
      for (ir::TransId id : out[at.index()]) {
        ir::LocId to = proc_.transitions[id.index()].target;
        if (reached_[to.index()]) continue;
        reached_[to.index()] = true;
        work.push_back(to);
      }
    }
  }

  bool is_named(std::size_t location) const {
    return std::any_of(program_.predicates.begin(), program_.predicates.end(),
                       [&](const ir::Predicate& p) {
                         return p.thread.index() == index_ && p.location == ir::LocId(location);
                       });
  }

  void renumber_locations() {
    std::vector<ir::LocId> to(proc_.locations.size());
    std::vector<ir::Location> locations;
    std::vector<FinitePlace> places;
    for (std::size_t i = 0; i < to.size(); ++i) {
      ir::LocId id(i);
      bool stays = reached_[i] || id == proc_.exit || id == proc_.except || is_named(i);
      if (!stays) continue;
      to[i] = ir::LocId(locations.size());
      locations.push_back(std::move(proc_.locations[i]));
      places.push_back(described_.locations[i]);
    }
    proc_.locations = std::move(locations);
    described_.locations = std::move(places);
    std::vector<ir::Transition> transitions;
    std::vector<FiniteOrigin> origins;
    for (std::size_t i = 0; i < proc_.transitions.size(); ++i) {
      ir::Transition& t = proc_.transitions[i];
      if (!reached_[t.source.index()]) continue;
      t.source = to[t.source.index()];
      t.target = to[t.target.index()];
      transitions.push_back(std::move(t));
      origins.push_back(origins_[i]);
    }
    proc_.transitions = std::move(transitions);
    origins_ = std::move(origins);
    for (ir::LocId* end : {&proc_.entry, &proc_.exit, &proc_.except}) *end = to[end->index()];
    for (ir::Predicate& p : program_.predicates) {
      if (p.thread.index() == index_ && p.location) p.location = to[p.location.index()];
    }
  }

  void mark(ir::ExprId id) {
    if (!id) return;
    const ir::Expr& e = program_.expr(id);
    if (e.local) used_[e.local.index()] = true;
    if (e.index) used_[e.index.index()] = true;
    for (ir::ExprId part : {e.a, e.b, e.c}) mark(part);
  }

  // Variables that nothing mentions any more. Their ids stand in expressions, which
  // several transitions may share: the last ones go, the others stay.
  void renumber_locals() {
    for (std::size_t i = 0; i < proc_.params.size(); ++i) used_[i] = true;
    for (const ir::Transition& t : proc_.transitions) {
      mark(t.guard);
      for (const auto* actions : {&t.reads, &t.actions}) {
        for (const ir::Action& a : *actions) {
          ir::for_each_expr(a, [&](ir::ExprId e) { mark(e); });
          if (ir::LocalId target = ir::written_local(a)) used_[target.index()] = true;
        }
      }
    }
    while (!used_.empty() && !used_.back()) {
      used_.pop_back();
      proc_.locals.pop_back();
    }
    for (FiniteFrame& frame : described_.frames) {
      for (ir::LocalId& id : frame.locals) {
        if (id && (id.index() >= used_.size() || !used_[id.index()])) id = {};
      }
    }
  }

  ir::Program& program_;
  ir::Procedure& proc_;
  std::vector<FiniteOrigin>& origins_;
  FiniteProc& described_;
  std::size_t index_;
  std::vector<bool> used_;     // by local; those that must stay from the start
  std::vector<bool> reached_;  // by location
};

}  // namespace

void remove_dead_code(FiniteModel& model, const std::set<std::string>& kept) {
  for (bool changed = true; changed;) {
    changed = false;
    annotate_liveness(model.program);
    for (std::size_t i = 0; i < model.program.procs.size(); ++i) {
      ir::Procedure& proc = model.program.procs[i];
      std::vector<bool> stays = kept_locals(proc, kept);
      for (ir::Transition& t : proc.transitions) {
        changed = remove_dead_assignments(model.program, proc, model.procs[i], stays, t) || changed;
      }
    }
  }
  for (std::size_t i = 0; i < model.program.procs.size(); ++i) {
    Compactor(model, i, kept_locals(model.program.procs[i], kept)).run();
  }
}

}  // namespace pass
