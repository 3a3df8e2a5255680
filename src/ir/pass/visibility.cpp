// Why the marks are sound.
//
// An engine may run an invisible transition of a thread at once, without trying
// the other threads first. That loses no reachable verdict if the transition is
// independent of every transition of every other thread, now and later: it neither
// enables nor disables them, and doing it before or after them gives the same
// state. A transition is marked only if all of this holds:
//
// 1. Its reads and actions are not `shared` in actions.def: they touch locals and
//    fresh objects, which only this thread can name. (Assume is shared although it
//    reads locals: it may end the execution, and running it early would hide what
//    other threads could still do before. Print is shared: its order shows.)
// 2. It evaluates no quantifier, in an action or in a contract clause: quantifiers
//    read array elements, which others may write.
// 3. It cannot end the execution or the thread: it does not lead to the exceptional
//    exit, where an uncaught exception stops everybody; and it does not lead to
//    the normal exit of a procedure that may be the last frame of a thread, where
//    a `join` elsewhere may be waiting. An assertion may be invisible: its failure
//    ends the execution as a violation, which is an answer, not a loss.
//    What the exception of another thread reads of the entry's variables, for the entry's
//    `exceptional` clauses, is shared: writes of it stay visible.
// 4. It cannot run into a bound of a finite model (a collection, a range): in a
//    bounded search that ends the path, like Assume.
// 5. No cycle consists of invisible transitions only, else an engine that always
//    runs them first would never let others move (the ignoring problem: Valmari
//    1991). Of every such cycle in a procedure one edge stays visible, and so do
//    calls that may be recursive.
//
// A visible transition without shared accesses costs little: it is a scheduling
// point, but it still commutes with everything.
#include "ir/pass/visibility.h"

#include <algorithm>
#include <cstdint>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/safety.h"
#include "ir/pass/watched.h"

namespace pass {

namespace {

class Marker {
 public:
  Marker(const ir::Program& program, const CallGraph& calls, const Hierarchy& hierarchy,
         const std::vector<ir::CollectionId>& roomy)
      : program_(program),
        calls_(calls),
        hierarchy_(hierarchy),
        watched_(program, hierarchy),
        is_roomy_(program.collections.size(), false) {
    for (ir::CollectionId id : roomy) is_roomy_[id.index()] = true;
  }

  bool is_local(ir::ProcId id, const ir::Transition& t) const {
    const ir::Procedure& proc = program_.proc(id);
    bool may_be_last = !program_.entry || program_.entry == id || calls_.is_forked(id) ||
                       proc.kind == ir::ProcKind::Thread;
    if (t.target == proc.except) return false;
    if (t.target == proc.exit && may_be_last) return false;
    if (watched_.changes(id, t)) return false;
    auto local = [&](const ir::Action& a) { return is_local(id, a); };
    return t.reads.empty() && std::all_of(t.actions.begin(), t.actions.end(), local);
  }

 private:
  bool is_local(ir::ProcId id, const ir::Action& action) const {
    if (ir::is_shared(program_, action)) return false;
    bool quantified = false;
    ir::for_each_expr(
        action, [&](ir::ExprId e) { quantified = quantified || ir::reads_heap(program_, e); });
    if (quantified || may_exceed(id, action)) return false;
    if (const auto* check = std::get_if<ir::CheckContract>(&action)) {
      if (check->kind == ir::ContractKind::Input && id != program_.entry) return true;
      const auto& contract = program_.proc(id).contract;
      return std::none_of(contract.begin(), contract.end(), [&](const ir::Clause& c) {
        return c.kind == check->kind && ir::reads_heap(program_, c.condition);
      });
    }
    if (const auto* call = std::get_if<ir::Call>(&action)) {
      auto targets = hierarchy_.targets(call->callee);
      return std::none_of(targets.begin(), targets.end(),
                          [&](ir::ProcId callee) { return calls_.same_component(id, callee); });
    }
    return true;
  }

  bool may_fill(ir::CollectionId collection) const {
    return collection && !is_roomy_[collection.index()];
  }

  bool may_exceed(ir::ProcId id, const ir::Action& action) const {
    if (const auto* n = std::get_if<ir::New>(&action)) return may_fill(n->collection);
    if (const auto* n = std::get_if<ir::NewArray>(&action)) {
      if (!n->collection) return false;
      const ir::Type& held = program_.type(program_.collections[n->collection.index()].type);
      bool fits = held.kind != ir::TypeKind::FixedArray ||
                  (n->sizes.size() == 1 && lies_within(program_, n->sizes.front(), 0, held.hi));
      return may_fill(n->collection) || !fits;
    }
    ir::LocalId target = ir::written_local(action);
    if (!target) return false;
    const ir::Type& type = program_.type(program_.proc(id).local(target).type);
    if (type.kind != ir::TypeKind::Range && type.kind != ir::TypeKind::Enum) return false;
    if (const auto* assign = std::get_if<ir::Assign>(&action)) {
      return !may_hold(program_, type, assign->value);
    }
    if (const auto* choose = std::get_if<ir::Choose>(&action)) {
      return !std::all_of(choose->values.begin(), choose->values.end(),
                          [&](ir::ExprId value) { return may_hold(program_, type, value); });
    }
    return !std::holds_alternative<ir::Havoc>(action);
  }

  const ir::Program& program_;
  const CallGraph& calls_;
  const Hierarchy& hierarchy_;
  Watched watched_;
  std::vector<bool> is_roomy_;  // by collection
};

// Makes the closing edge of every invisible cycle visible: depth-first search over
// invisible transitions, with an explicit stack.
void break_cycles(ir::Procedure& proc) {
  enum class Color : std::uint8_t { White, Grey, Black };
  auto out = ir::outgoing(proc);
  std::vector<Color> color(proc.locations.size(), Color::White);
  struct Frame {
    std::size_t location;
    std::size_t next;  // successors already seen: two per transition
  };
  for (std::size_t root = 0; root < color.size(); ++root) {
    if (color[root] != Color::White) continue;
    std::vector<Frame> frames{{root, 0}};
    color[root] = Color::Grey;
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const auto& ways = out[frame.location];
      if (frame.next == 2 * ways.size()) {
        color[frame.location] = Color::Black;
        frames.pop_back();
        continue;
      }
      ir::Transition& t = proc.transitions[ways[frame.next / 2].index()];
      ir::LocId to = frame.next % 2 == 0 ? t.target : t.except;
      ++frame.next;
      if (!t.invisible || !to) continue;
      if (color[to.index()] == Color::Grey) {
        t.invisible = false;
      } else if (color[to.index()] == Color::White) {
        color[to.index()] = Color::Grey;
        frames.push_back({to.index(), 0});
      }
    }
  }
}

}  // namespace

void mark_visibility(ir::Program& program, const std::vector<ir::CollectionId>& roomy) {
  Hierarchy hierarchy(program);
  CallGraph calls(program, hierarchy);
  Marker marker(program, calls, hierarchy, roomy);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    ir::Procedure& proc = program.procs[i];
    for (ir::Transition& t : proc.transitions) t.invisible = marker.is_local(ir::ProcId(i), t);
    break_cycles(proc);
  }
}

}  // namespace pass
