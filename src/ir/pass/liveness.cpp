// A backward may-analysis over the locations of one procedure. Two points are
// particular to the IR. A Call writes its target only when it returns normally, so
// its target stays live along the exceptional edge. And what an `exceptional`
// clause reads is live everywhere: an uncaught exception of another thread checks
// the clause of the entry procedure wherever that procedure happens to be. So is
// Procedure::self, which calls may ask for.
//
// Variables are taken one by one: from each use of a variable its liveness goes
// backwards to its definitions (Appel, Modern Compiler Implementation, 17.4), so the
// work is proportional to the result. Sets of all variables at all locations, iterated
// to a fixpoint, would be quadratic for a long body with many short-lived variables.
// Where the result itself is too large the procedure stays without it, which every
// reader takes as "anything may be live".
#include "ir/pass/liveness.h"

#include <algorithm>
#include <unordered_map>

namespace pass {

namespace {

constexpr std::size_t kMaxEntries = 8'000'000;  // of all sets of one procedure

using Locals = std::vector<ir::LocalId>;

bool has(const Locals& locals, ir::LocalId id) {
  return std::find(locals.begin(), locals.end(), id) != locals.end();
}

// Which variables expressions read. The guards of a long expression's exceptions share
// their parts, so what was found for a part is kept if it is small.
class Reads {
 public:
  explicit Reads(const ir::Program& program) : program_(program) {}

  void add(ir::ExprId id, Locals& read) {
    if (!id) return;
    if (const Locals* few = find_few(id)) {
      for (ir::LocalId local : *few) insert(local, read);
      return;
    }
    const ir::Expr& e = program_.expr(id);
    for (ir::ExprId part : {e.a, e.b, e.c}) add(part, read);
  }

  void add_clauses(const ir::Procedure& proc, ir::ContractKind kind, Locals& read) {
    for (const ir::Clause& clause : proc.contract) {
      if (clause.kind == kind) add(clause.condition, read);
    }
  }

 private:
  static constexpr std::size_t kKept = 8;

  // What the expression reads, or null if that is more than kKept.
  const Locals* find_few(ir::ExprId id) {
    if (auto known = few_.find(id); known != few_.end()) {
      return known->second.size() > kKept ? nullptr : &known->second;
    }
    const ir::Expr& e = program_.expr(id);
    Locals own;
    if (e.kind == ir::ExprKind::Local) own.push_back(e.local);
    for (ir::ExprId part : {e.a, e.b, e.c}) {
      const Locals* few = part && own.size() <= kKept ? find_few(part) : nullptr;
      if (!part) continue;
      if (!few) own.resize(kKept + 1);  // too many: which they are does not matter
      for (std::size_t i = 0; few && i < few->size() && own.size() <= kKept; ++i) {
        insert((*few)[i], own);
      }
    }
    const Locals& kept = few_.emplace(id, std::move(own)).first->second;
    return kept.size() > kKept ? nullptr : &kept;
  }

  static void insert(ir::LocalId local, Locals& read) {
    if (!has(read, local)) read.push_back(local);
  }

  const ir::Program& program_;
  std::unordered_map<ir::ExprId, Locals> few_;
};

// What one transition does to the variables.
struct Effect {
  Locals used;              // read before the transition writes them
  Locals killed;            // written on the way to its target
  Locals killed_in_flight;  // written before its first call
  bool has_call = false;
};

class Analysis {
 public:
  Analysis(const ir::Program& program, const ir::Procedure& proc)
      : proc_(proc), reads_(program), live_(proc.locations.size()) {
    reads_.add_clauses(proc, ir::ContractKind::Exceptional, always_);
    if (proc.self) always_.push_back(proc.self);
    std::sort(always_.begin(), always_.end());
    always_.erase(std::unique(always_.begin(), always_.end()), always_.end());
    incoming_.resize(proc.locations.size());
    uses_.resize(proc.locals.size());
    for (std::size_t i = 0; i < proc.transitions.size(); ++i) {
      const ir::Transition& t = proc.transitions[i];
      effects_.push_back(effect(t));
      const Effect& own = effects_.back();
      incoming_[t.target.index()].push_back({i, false});
      if (t.except && own.has_call) incoming_[t.except.index()].push_back({i, true});
      for (ir::LocalId id : own.used) uses_[id.index()].push_back(t.source);
    }
  }

  // False if the result is too large to keep.
  bool solve() {
    std::vector<std::size_t> seen_by(proc_.locations.size(), proc_.locals.size());
    std::size_t entries = 0;
    for (std::size_t v = 0; v < proc_.locals.size(); ++v) {
      if (proc_.locals[v].is_bound) continue;
      ir::LocalId local(v);
      std::vector<ir::LocId> work;
      auto reach = [&](ir::LocId at) {
        if (seen_by[at.index()] == v) return;
        seen_by[at.index()] = v;
        live_[at.index()].push_back(local);
        work.push_back(at);
        ++entries;
      };
      if (std::binary_search(always_.begin(), always_.end(), local)) {
        for (std::size_t i = 0; i < live_.size(); ++i) reach(ir::LocId(i));
        work.clear();
      }
      for (ir::LocId at : uses_[v]) reach(at);
      while (!work.empty() && entries <= kMaxEntries) {
        ir::LocId at = work.back();
        work.pop_back();
        for (const Edge& edge : incoming_[at.index()]) {
          const Effect& own = effects_[edge.transition];
          bool is_killed = has(edge.is_exceptional ? own.killed_in_flight : own.killed, local);
          if (!is_killed) reach(proc_.transitions[edge.transition].source);
        }
      }
      if (entries > kMaxEntries) return false;
    }
    return true;
  }

  // By location, in order of id.
  std::vector<Locals>& live() { return live_; }

 private:
  struct Edge {
    std::size_t transition;
    bool is_exceptional;
  };

  // In order of execution: reads, guard, actions.
  Effect effect(const ir::Transition& t) {
    Effect result;
    for (const ir::Action& read : t.reads) step(read, result);
    Locals read;
    reads_.add(t.guard, read);
    use(read, result);
    for (const ir::Action& action : t.actions) step(action, result);
    return result;
  }

  static void use(const Locals& read, Effect& effect) {
    for (ir::LocalId id : read) {
      if (!has(effect.killed, id) && !has(effect.used, id)) effect.used.push_back(id);
    }
  }

  void step(const ir::Action& action, Effect& effect) {
    Locals read;
    ir::for_each_expr(action, [&](ir::ExprId e) { reads_.add(e, read); });
    if (const auto* check = std::get_if<ir::CheckContract>(&action)) {
      reads_.add_clauses(proc_, check->kind, read);
    }
    use(read, effect);
    if (std::holds_alternative<ir::Call>(action) && !effect.has_call) {
      effect.has_call = true;
      effect.killed_in_flight = effect.killed;
    }
    // Choosing among no instances leaves the target as it was.
    bool may_keep = std::holds_alternative<ir::ChooseInstance>(action) ||
                    std::holds_alternative<ir::ChooseReachable>(action);
    ir::LocalId written = ir::written_local(action);
    if (written && !may_keep && !has(effect.killed, written)) effect.killed.push_back(written);
  }

  const ir::Procedure& proc_;
  Reads reads_;
  Locals always_;  // what is live everywhere, sorted
  std::vector<Locals> live_;
  std::vector<Effect> effects_;               // by transition
  std::vector<std::vector<Edge>> incoming_;   // by location
  std::vector<std::vector<ir::LocId>> uses_;  // by variable: where it is read
};

}  // namespace

void annotate_liveness(const ir::Program& program, ir::Procedure& proc) {
  Analysis analysis(program, proc);
  bool is_known = analysis.solve();
  for (std::size_t i = 0; i < proc.locations.size(); ++i) {
    proc.locations[i].live.reset();
    if (is_known) proc.locations[i].live = std::move(analysis.live()[i]);
  }
}

void annotate_liveness(ir::Program& program) {
  for (ir::Procedure& proc : program.procs) annotate_liveness(program, proc);
}

}  // namespace pass
