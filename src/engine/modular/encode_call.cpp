// Calls: expanded by the class of the receiver, then inlined or left to a specification.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/modular/encode.h"

namespace modular {

rel::Expr CallSite::claim(SlotId slot) const {
  for (const auto& [changed, value] : after) {
    if (changed == slot) return value;
  }
  return result;
}

rel::Formula CallSite::ends(rel::Exprs& exprs, bool is_raised) const {
  if (!raised) return guard;
  rel::Formula how = is_raised ? raised : exprs.negation(raised);
  return exprs.conjunction({guard, how});
}

void Encoder::call(Frame& frame, const ir::Transition& t, const ir::Call& action, Point point) {
  auto targets = slots_.hierarchy().targets(action.callee);
  if (targets.size() == 1) return call_one(frame, t, action, targets[0], std::move(point));
  rel::Expr receiver = eval(frame, action.args[0], point).set;
  std::map<ir::ProcId, rel::Expr> classes;  // whose objects run this procedure
  for (ir::ClassId cls : slots_.hierarchy().instances(action.callee.declared)) {
    ir::ProcId target = program_.dispatch(cls, action.callee.selector);
    auto [it, is_new] = classes.try_emplace(target, exprs_.none(1));
    it->second = exprs_.make_union(it->second, heap_.atoms(slots_.allocated(cls)));
  }
  if (program_.is_array_class(action.callee.declared)) {
    ir::ProcId target = program_.dispatch(program_.root, action.callee.selector);
    rel::Expr& objects = classes.try_emplace(target, exprs_.none(1)).first->second;
    for (SlotId set : slots_.sets_of(program_.root)) {
      bool is_array = program_.type(slots_[set].range).kind == ir::TypeKind::Array;
      if (is_array) objects = exprs_.make_union(objects, heap_.atoms(set));
    }
  }
  for (const auto& [target, objects] : classes) {
    Point chosen = point;
    if (!add(chosen.guard, exprs_.in(receiver, objects))) continue;
    call_one(frame, t, action, target, std::move(chosen));
  }
}

void Encoder::call_one(Frame& frame, const ir::Transition& t, const ir::Call& action,
                       ir::ProcId callee, Point point) {
  const ir::Procedure& proc = program_.proc(callee);
  std::vector<rel::Expr> args;
  for (std::size_t i = 0; i < action.args.size(); ++i) {
    args.push_back(
        heap_.set_of(proc.local(proc.params[i]).type, eval(frame, action.args[i], point)));
  }
  if (is_specified(frame, t, callee)) {
    return call_specified(frame, t, action, callee, args, std::move(point));
  }
  auto depth = std::count(open_.begin(), open_.end(), callee);
  if (static_cast<std::uint32_t>(depth) > options_.unwind) {
    is_cut_ = true;
    cut("unwind", point.guard, exprs_.truth(true));
    return;
  }
  call_inlined(frame, t, action, callee, args, std::move(point));
}

// Specifications do not say which object is thrown.
bool Encoder::is_specified(const Frame& frame, const ir::Transition& t, ir::ProcId callee) const {
  bool may_be_caught =
      looks_at_thrown_ && effects_.of(callee).may_raise && t.except && matters(frame, t.except);
  return !may_be_caught && options_.is_specified && options_.is_specified(callee);
}

void Encoder::call_inlined(Frame& frame, const ir::Transition& t, const ir::Call& action,
                           ir::ProcId callee, const std::vector<rel::Expr>& args, Point point) {
  Frame inner{.id = callee, .proc = &program_.proc(callee)};
  inner.needs_raised = options_.needs_raised || (t.except && matters(frame, t.except));
  Point entry{.guard = point.guard, .state = point.state, .thrown = point.thrown};
  entry.locals.resize(inner.proc->locals.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    ir::LocalId param = inner.proc->params[i];
    entry.locals[param.index()] = heap_.value_of(inner.proc->local(param).type, args[i]);
  }
  run(inner, std::move(entry));
  auto leave = [&](Point& from, ir::LocId to, bool is_normal) {
    Point after{.guard = std::move(from.guard), .state = std::move(from.state)};
    after.locals = point.locals;
    after.result = point.result;
    after.thrown = is_normal ? point.thrown : from.thrown;
    if (is_normal && action.target) assign(frame, action.target, from.result, after);
    arrive(frame, to, std::move(after));
  };
  if (inner.has_exit) leave(inner.exit, t.target, true);
  if (inner.has_raise && t.except) leave(inner.raise, t.except, false);
}

void Encoder::call_specified(Frame& frame, const ir::Transition& t, const ir::Call& action,
                             ir::ProcId callee, const std::vector<rel::Expr>& args, Point point) {
  const Effects& effects = effects_.of(callee);
  const ir::Procedure& proc = program_.proc(callee);
  std::size_t number = calls_.size() + 1;
  CallSite site{.callee = callee,
                .span = t.span,
                .guard = conjunction(point.guard),
                .before = point.state,
                .args = args};
  bool may_raise = effects.may_raise && t.except && matters(frame, t.except);
  auto known_value = [&](SlotId slot) {
    return options_.known_value ? options_.known_value(callee, slot, site.before, args)
                                : std::nullopt;
  };
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    SlotId slot(i);
    if (!effects.writes[i] || !point.state[i]) continue;
    auto known = may_raise ? std::nullopt : known_value(slot);
    if (!known) {
      std::string name = fmt::format("{}${}", slots_[slot].name, number);
      known = exprs_.relation(heap_.fresh(slot, name));
    }
    site.after.emplace_back(slot, *known);
    point.state[i] = *known;
  }
  for (const auto& [slot, after] : site.after) {
    facts_.push_back(exprs_.implies(site.guard, heap_.is_total(slot, point.state)));
  }
  if (program_.type(proc.result).kind != ir::TypeKind::Void) {
    auto known = may_raise ? std::nullopt : known_value({});
    if (!known) {
      known = exprs_.relation(heap_.fresh(proc.result, fmt::format("return${}", number)));
      facts_.push_back(heap_.is_total(proc.result, *known));
    }
    site.result = *known;
  }
  Point raised = point;
  if (may_raise) {
    rel::RelationId id = exprs_.add_relation(fmt::format("raised${}", number), 1);
    rel::Atom atom = heap_.bool_atom(true);
    const rel::Universe& universe = heap_.problem().universe();
    heap_.problem().bound(id, rel::TupleSet::atoms(universe, std::span(&atom, 1)));
    site.raised = exprs_.some(exprs_.relation(id));
    site.raised_relation = id;
  }
  calls_.push_back(site);
  if (may_raise && add(raised.guard, site.raised)) arrive(frame, t.except, std::move(raised));
  if (may_raise && !add(point.guard, exprs_.negation(site.raised))) return;
  if (options_.needed_to_return) {
    for (const auto& needed : options_.needed_to_return(callee, site.before, args)) {
      rel::Formula fails = exprs_.negation(needed.condition);
      if (needed.is_allocated) cut("scope", point.guard, fails);
      if (!needed.is_allocated) {
        Guard raising = point.guard;
        if (add(raising, fails)) left_.push_back(conjunction(raising));
      }
      if (!add(point.guard, needed.condition)) return;
    }
  }
  if (action.target) assign(frame, action.target, site.result, point);
  arrive(frame, t.target, std::move(point));
}

}  // namespace modular
