#include "engine/symex/cut_loops.h"

#include <algorithm>
#include <optional>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"

namespace symex {

namespace {

bool asserts_invariant(const ir::Transition& t) {
  return std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& a) {
    const auto* check = std::get_if<ir::Assert>(&a);
    return check && check->is_invariant;
  });
}

bool starts_threads(const ir::Program& program, const pass::CallGraph& calls) {
  std::vector<bool> reached = calls.reachable(program.entry);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (reached[i] && !calls.forks(ir::ProcId(i)).empty()) return true;
  }
  return false;
}

// A loop as a set of locations: its head, and those from which its head is reached without
// leaving it.
struct Body {
  ir::LocId head;
  std::vector<bool> inside;
  std::vector<ir::TransId> back;  // transitions to the head, whose sources it dominates
  std::size_t size = 0;
};

// The locations that are reached from the entry without passing the one left out.
std::vector<bool> reached_without(const ir::Procedure& proc, ir::LocId left_out) {
  std::vector<bool> reached(proc.locations.size(), false);
  std::vector<ir::LocId> open;
  auto visit = [&](ir::LocId to) {
    if (!to || to == left_out || reached[to.index()]) return;
    reached[to.index()] = true;
    open.push_back(to);
  };
  auto outgoing = ir::outgoing(proc);
  visit(proc.entry);
  while (!open.empty()) {
    ir::LocId at = open.back();
    open.pop_back();
    for (ir::TransId id : outgoing[at.index()]) {
      visit(proc.transitions[id.index()].target);
      visit(proc.transitions[id.index()].except);
    }
  }
  return reached;
}

// The natural loop of the head: what leads to a transition back to it, whose source it dominates.
std::optional<Body> natural_loop(const ir::Procedure& proc, ir::LocId head) {
  std::vector<bool> elsewhere = reached_without(proc, head);
  std::vector<std::vector<ir::LocId>> before(proc.locations.size());
  Body body{head, std::vector<bool>(proc.locations.size(), false), {}, 0};
  body.inside[head.index()] = true;
  std::vector<ir::LocId> open;
  for (std::size_t i = 0; i < proc.transitions.size(); ++i) {
    const ir::Transition& t = proc.transitions[i];
    for (ir::LocId to : {t.target, t.except}) {
      if (!to) continue;
      before[to.index()].push_back(t.source);
      if (to != head || elsewhere[t.source.index()]) continue;
      body.back.emplace_back(i);
      if (body.inside[t.source.index()]) continue;
      body.inside[t.source.index()] = true;
      open.push_back(t.source);
    }
  }
  if (body.back.empty()) return std::nullopt;
  while (!open.empty()) {
    ir::LocId at = open.back();
    open.pop_back();
    for (ir::LocId from : before[at.index()]) {
      if (body.inside[from.index()]) continue;
      body.inside[from.index()] = true;
      open.push_back(from);
    }
  }
  body.size = static_cast<std::size_t>(std::count(body.inside.begin(), body.inside.end(), true));
  return body;
}

// The smallest of the loops around a location, or null.
const Body* innermost(const std::vector<Body>& bodies, ir::LocId at) {
  const Body* result = nullptr;
  for (const Body& body : bodies) {
    if (body.inside[at.index()] && (!result || body.size < result->size)) result = &body;
  }
  return result;
}

// The transitions that assert the loop's invariants: the first ones from its head on, in a row, as
// they are assumed together. An assertion further on is an invariant of a loop whose own body never
// ends a round; there the invariants of this loop need not hold.
std::vector<ir::TransId> asserted_in_a_row(const ir::Procedure& proc,
                                           const std::vector<Body>& bodies, const Body& body) {
  auto outgoing = ir::outgoing(proc);
  auto asserting = [&](ir::LocId at) {
    for (ir::TransId id : outgoing[at.index()]) {
      bool asserts = asserts_invariant(proc.transitions[id.index()]);
      if (asserts && innermost(bodies, at) == &body) return id;
    }
    return ir::TransId();
  };
  std::vector<bool> reached(proc.locations.size(), false);
  std::vector<ir::LocId> open = {body.head};
  for (std::size_t i = 0; i < open.size(); ++i) {
    ir::LocId at = open[i];
    std::vector<ir::TransId> row;
    for (ir::TransId id = asserting(at); id; id = asserting(at)) {
      if (std::find(row.begin(), row.end(), id) != row.end()) break;
      row.push_back(id);
      at = proc.transitions[id.index()].target;
    }
    if (!row.empty()) return row;
    for (ir::TransId id : outgoing[at.index()]) {
      const ir::Transition& t = proc.transitions[id.index()];
      for (ir::LocId to : {t.target, t.except}) {
        if (!to || !body.inside[to.index()] || reached[to.index()]) continue;
        reached[to.index()] = true;
        open.push_back(to);
      }
    }
  }
  return {};
}

// What a round may change.
class Effects {
 public:
  Effects(const ir::Program& program, const pass::CallGraph& calls, CutLoop& loop)
      : program_(program), calls_(calls), loop_(loop) {}

  void add_body(ir::ProcId proc, const Body& body) {
    const ir::Procedure& p = program_.proc(proc);
    std::vector<bool> called(program_.procs.size(), false);
    for (const ir::Transition& t : p.transitions) {
      if (!body.inside[t.source.index()]) continue;
      for (const auto* actions : {&t.reads, &t.actions}) {
        for (const ir::Action& a : *actions) {
          assign(p, a);
          add(a, true);
        }
      }
      // Callees by the transition would be finer than by the procedure; this is enough.
      if (t.except) calls_something_ = true;
    }
    if (calls_something_) {
      for (ir::ProcId callee : calls_.calls(proc)) {
        std::vector<bool> reached = calls_.reachable(callee);
        for (std::size_t i = 0; i < reached.size(); ++i) called[i] = called[i] || reached[i];
      }
    }
    for (std::size_t i = 0; i < called.size(); ++i) {
      if (!called[i]) continue;
      for (const ir::Transition& t : program_.procs[i].transitions) {
        for (const ir::Action& a : t.actions) add(a, false);
      }
    }
    settle();
  }

 private:
  void refuse(std::string why) {
    if (loop_.why_not.empty()) loop_.why_not = std::move(why);
  }
  bool is_scalar(ir::TypeId type) const {
    ir::TypeKind kind = program_.type(type).kind;
    return ir::is_integer(kind) || ir::is_floating(kind) || kind == ir::TypeKind::Bool ||
           kind == ir::TypeKind::Char;
  }

  void assign(const ir::Procedure& p, const ir::Action& a) {
    ir::LocalId local = ir::written_local(a);
    if (!local) return;
    const auto* assign = std::get_if<ir::Assign>(&a);
    bool is_constant = assign && program_.expr(assign->value).kind == ir::ExprKind::Constant;
    ir::ExprId value = is_constant ? assign->value : ir::ExprId();
    auto known = std::find_if(loop_.locals.begin(), loop_.locals.end(),
                              [&](const CutLoop::Assigned& other) { return other.local == local; });
    if (known != loop_.locals.end()) {
      bool is_same = value && known->constant && same_constant(value, known->constant);
      if (!is_same) known->constant = {};
      return;
    }
    ir::TypeKind kind = program_.type(p.local(local).type).kind;
    bool can_be_any =
        is_scalar(p.local(local).type) || ir::is_reference(kind) || kind == ir::TypeKind::String;
    if (!can_be_any) refuse("it assigns a variable whose values cannot be arbitrary");
    loop_.locals.push_back({local, value});
  }
  bool same_constant(ir::ExprId a, ir::ExprId b) const {
    return ir::same_constant(program_.constant(program_.expr(a).constant),
                             program_.constant(program_.expr(b).constant));
  }

  ir::LocalId base(ir::ExprId object, bool is_own) const {
    const ir::Expr& e = program_.expr(object);
    return is_own && e.kind == ir::ExprKind::Local ? e.local : ir::LocalId();
  }

  void add(const ir::Action& a, bool is_own) {
    if (const auto* s = std::get_if<ir::StoreField>(&a)) {
      if (!is_scalar(program_.field(s->field).type))
        return refuse("it writes references or strings");
      loop_.fields.emplace_back(s->field, base(s->object, is_own));
    } else if (const auto* e = std::get_if<ir::StoreElement>(&a)) {
      ir::TypeId array = program_.expr(e->array).type;
      if (!is_scalar(program_.type(array).element))
        return refuse("it writes references or strings");
      loop_.elements.emplace_back(array, base(e->array, is_own));
    } else if (const auto* g = std::get_if<ir::StoreGlobal>(&a)) {
      if (!is_scalar(program_.global(g->global).type)) {
        return refuse("it writes references or strings");
      }
      loop_.globals.push_back(g->global);
    } else {
      add_other(ir::kind_of(a));
    }
  }

  void add_other(ir::ActionKind kind) {
    switch (kind) {
      case ir::ActionKind::New:
      case ir::ActionKind::NewArray: return refuse("it makes objects");
      // Monitors are left as they were entered, in programs that come from a language with blocks.
      case ir::ActionKind::Enter:
      case ir::ActionKind::Exit:
        if (!program_.is_guarded) refuse("it takes locks");
        return;
      case ir::ActionKind::Acquire:
      case ir::ActionKind::Release:
      case ir::ActionKind::Wait:
      case ir::ActionKind::Unwait:
      case ir::ActionKind::Notify:
      case ir::ActionKind::NotifyAll: return refuse("it takes or gives back semaphores, or waits");
      case ir::ActionKind::Fork:
      case ir::ActionKind::Join:
      case ir::ActionKind::JoinThread: return refuse("it has to do with threads");
      default: return;
    }
  }

  // What a variable refers to that the loop assigns may be any object.
  void settle() {
    auto is_assigned = [&](ir::LocalId local) {
      return std::any_of(loop_.locals.begin(), loop_.locals.end(),
                         [&](const CutLoop::Assigned& a) { return a.local == local; });
    };
    for (auto& [field, of] : loop_.fields) {
      if (of && is_assigned(of)) of = {};
    }
    for (auto& [array, of] : loop_.elements) {
      if (of && is_assigned(of)) of = {};
    }
  }

  const ir::Program& program_;
  const pass::CallGraph& calls_;
  CutLoop& loop_;
  bool calls_something_ = false;
};

}  // namespace

CutLoops::CutLoops(const ir::Program& program) {
  bool has_invariants = false;
  for (const ir::Procedure& proc : program.procs) {
    has_invariants = has_invariants || std::any_of(proc.transitions.begin(), proc.transitions.end(),
                                                   asserts_invariant);
  }
  if (!has_invariants) return;
  pass::CallGraph calls(program, pass::Hierarchy(program));
  bool has_threads = starts_threads(program, calls);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    const ir::Procedure& proc = program.procs[i];
    bool has_own = std::any_of(proc.transitions.begin(), proc.transitions.end(), asserts_invariant);
    if (!has_own) continue;
    std::vector<Body> bodies;
    for (std::size_t at = 0; at < proc.locations.size(); ++at) {
      if (auto body = natural_loop(proc, ir::LocId(at))) bodies.push_back(std::move(*body));
    }
    for (const Body& body : bodies) {
      for (ir::TransId n : asserted_in_a_row(proc, bodies, body)) {
        const ir::Transition& t = proc.transitions[n.index()];
        auto [entry, is_new] =
            by_head_.try_emplace(std::pair{ir::ProcId(i), body.head}, loops_.size());
        if (is_new) {
          CutLoop& loop = loops_.emplace_back();
          loop.head = body.head;
          loop.back = body.back;
          loop.span = t.span;
          if (has_threads) loop.why_not = "the program starts threads";
          Effects(program, calls, loop).add_body(ir::ProcId(i), body);
        }
        CutLoop& loop = loops_[entry->second];
        loop.last = n;
        for (const ir::Action& a : t.actions) {
          if (const auto* check = std::get_if<ir::Assert>(&a)) {
            loop.invariants.push_back(check->condition);
          }
        }
      }
    }
  }
  for (const auto& [key, loop] : by_head_) {
    by_transition_.emplace(std::pair(key.first, loops_[loop].last), loop);
  }
}

const CutLoop* CutLoops::cut_by(ir::ProcId proc, ir::TransId transition) const {
  auto found = by_transition_.find({proc, transition});
  return found == by_transition_.end() ? nullptr : &loops_[found->second];
}

const CutLoop* CutLoops::at_head(ir::ProcId proc, ir::LocId head) const {
  auto found = by_head_.find({proc, head});
  return found == by_head_.end() ? nullptr : &loops_[found->second];
}

}  // namespace symex
