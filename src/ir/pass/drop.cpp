// Why the slice has the verdicts of the program, data races aside.
//
// Let two states correspond if they agree on where the threads are, on locks, and on all variables
// that matter. Then corresponding states can take the same steps to corresponding states:
//
// 1. Whether a transition is enabled depends on its reads, its guard and the locks it takes. All of
//    these stay, and what they read matters.
// 2. An action that is dropped writes only what does not matter, cannot fail, cannot wait, and
//    touches neither threads nor locks (Relevance::keeps). What stays reads only what matters;
//    arguments and results that do not matter become constants.
// 3. Assertions, assumptions, contracts, throws and limits stay, with all that they read.
//
// So both have the same executions, step by step: verdict, deadlocks, reached statements, and
// executions that never end are the same, and one of the slice can be shown on the program.
// Fewer states differ in the slice, so that more executions come back to a state of their own.
// Such a one never ends in the program either. Nothing is assumed about loops: their guards stay.
//
// A data race is about the accesses themselves: whoever looks for races must not slice.
//
// Choices stay, too, although they would do no harm, so that the decisions of an execution are
// the same. The order of output is nothing that a verdict depends on: `print` goes.
//
// Rejected: dropping branches whose sides do nothing that matters. The other side may loop for ever
// or take other steps, so that a counterexample would have to be searched again.
#include "ir/pass/drop.h"

#include <algorithm>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/liveness.h"
#include "ir/pass/safety.h"
#include "ir/pass/slice.h"
#include "ir/pass/visibility.h"
#include "ir/verify.h"

namespace pass {

namespace {

class Dropper {
 public:
  Dropper(const ir::Program& program, const Kept& kept)
      : program_(program),
        kept_(kept),
        hierarchy_(program),
        calls_(program, hierarchy_),
        relevant_(program, hierarchy_, calls_, kept.variables, false,
                  kept.forgets_thrown ? Followed::AllButThrown : Followed::All) {}

  bool drops_anything() const {
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      ir::ProcId id(i);
      for (const ir::Transition& t : program_.procs[i].transitions) {
        auto stays = [&](const ir::Action& a) { return keeps(id, t, a); };
        bool all = std::all_of(t.actions.begin(), t.actions.end(), stays);
        if (relevant_.is_reachable(id) && !all) return true;
      }
    }
    return false;
  }

  ir::Program run() {
    ir::Program result = program_.clone();
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      ir::ProcId id(i);
      if (!relevant_.is_reachable(id)) continue;
      for (std::size_t k = 0; k < program_.procs[i].transitions.size(); ++k) {
        const ir::Transition& from = program_.procs[i].transitions[k];
        std::vector<ir::Action> kept;
        for (const ir::Action& a : from.actions) {
          if (keeps(id, from, a)) kept.push_back(copy(result, id, a));
        }
        result.procs[i].transitions[k].actions = std::move(kept);
      }
    }
    return result;
  }

 private:
  bool keeps(ir::ProcId id, const ir::Transition& t, const ir::Action& action) const {
    if (relevant_.keeps(id, t, action)) return true;
    return kept_.keeps && kept_.keeps(action);
  }

  ir::Action copy(ir::Program& result, ir::ProcId id, const ir::Action& action) const {
    ir::Action copied = action;
    if (auto* call = std::get_if<ir::Call>(&copied)) {
      arguments(result, call->callee, call->args);
    } else if (auto* fork = std::get_if<ir::Fork>(&copied)) {
      arguments(result, fork->callee, fork->args);
    } else if (auto* ret = std::get_if<ir::Return>(&copied)) {
      ir::LocalId retval = program_.proc(id).retval;
      bool matters = relevant_.result(id) || (retval && relevant_.local(id, retval));
      if (ret->value && !matters) forget(result, ret->value);
    } else if (auto* thrown = std::get_if<ir::Throw>(&copied)) {
      if (kept_.forgets_thrown && !relevant_.exception_objects()) thrown->object = {};
    }
    return copied;
  }

  void arguments(ir::Program& result, const ir::Callee& callee,
                 std::vector<ir::ExprId>& args) const {
    std::vector<ir::ProcId> targets = hierarchy_.targets(callee);
    for (std::size_t i = 0; i < args.size(); ++i) {
      bool chooses = callee.is_virtual() && i == 0;
      auto reads = [&](ir::ProcId target) {
        const ir::Procedure& proc = program_.proc(target);
        return i >= proc.params.size() || relevant_.local(target, proc.params[i]);
      };
      bool matters = targets.empty() || std::any_of(targets.begin(), targets.end(), reads);
      if (!chooses && !matters) forget(result, args[i]);
    }
  }

  // Nothing looks at the value. Computing it may rely on what has been dropped.
  void forget(ir::Program& result, ir::ExprId& value) const {
    ir::Expr e = program_.expr(value);
    bool is_plain = e.kind == ir::ExprKind::Local || e.kind == ir::ExprKind::Constant;
    if (is_plain || !is_total(program_, value)) return;
    value = result.constant_expr(e.type, result.default_value(e.type));
  }

  const ir::Program& program_;
  const Kept& kept_;
  Hierarchy hierarchy_;
  CallGraph calls_;
  Relevance relevant_;
};

}  // namespace

std::optional<ir::Program> drop_irrelevant(const ir::Program& program, const Kept& kept) {
  Dropper dropper(program, kept);
  if (!dropper.drops_anything()) return std::nullopt;
  ir::Program result = dropper.run();
  annotate_liveness(result);
  mark_visibility(result);
  ir::check_well_formed(result);
  return result;
}

}  // namespace pass
