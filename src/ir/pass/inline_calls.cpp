#include "ir/pass/inline_calls.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ir/pass/cycles.h"

namespace pass {

namespace {

constexpr std::size_t kMostTransitions = 16;  // of a procedure that is put in
constexpr std::size_t kMostAdded = 120;       // of all of them
constexpr std::uint32_t kMostLevels = 4;      // calls within calls

using Locals = std::vector<ir::LocalId>;

// Copies expressions and actions, with other variables.
class Renaming {
 public:
  Renaming(ir::Program& program, const Locals& locals) : program_(program), locals_(locals) {}

  ir::LocalId operator()(ir::LocalId local) const {
    return local ? locals_[local.index()] : ir::LocalId();
  }
  ir::ExprId operator()(ir::ExprId id) {
    if (!id) return id;
    ir::Expr e = program_.expr(id);
    if (e.kind == ir::ExprKind::Constant) return id;
    e.local = (*this)(e.local);
    e.a = (*this)(e.a);
    e.b = (*this)(e.b);
    e.c = (*this)(e.c);
    return program_.add(e);
  }

  // False: there is no copy of such an action.
  bool copy(ir::Action& action) {
    return rename<ir::Assign>(action, [&](auto& a) { put(a.target), put(a.value); }) ||
           rename<ir::LoadField>(action, [&](auto& a) { put(a.target), put(a.object); }) ||
           rename<ir::StoreField>(action, [&](auto& a) { put(a.object), put(a.value); }) ||
           rename<ir::LoadElement>(action,
                                   [&](auto& a) { put(a.target), put(a.array), put(a.index); }) ||
           rename<ir::StoreElement>(action,
                                    [&](auto& a) { put(a.array), put(a.index), put(a.value); }) ||
           rename<ir::LoadGlobal>(action, [&](auto& a) { put(a.target); }) ||
           rename<ir::StoreGlobal>(action, [&](auto& a) { put(a.value); }) ||
           rename<ir::New>(action, [&](auto& a) { put(a.target); }) ||
           rename<ir::Throw>(action, [&](auto& a) { put(a.object); }) ||
           rename<ir::Return>(action, [&](auto& a) { put(a.value); }) ||
           rename<ir::Call>(action, [&](auto& a) {
             put(a.target);
             for (ir::ExprId& arg : a.args) put(arg);
           });
  }

 private:
  template <class Kind, class Put>
  static bool rename(ir::Action& action, Put put) {
    auto* a = std::get_if<Kind>(&action);
    if (a) put(*a);
    return a != nullptr;
  }
  template <class Id>
  void put(Id& id) {
    id = (*this)(id);
  }

  ir::Program& program_;
  const Locals& locals_;
};

bool is_copied(const ir::Action& action) {
  switch (ir::kind_of(action)) {
    case ir::ActionKind::Assign:
    case ir::ActionKind::LoadField:
    case ir::ActionKind::StoreField:
    case ir::ActionKind::LoadElement:
    case ir::ActionKind::StoreElement:
    case ir::ActionKind::LoadGlobal:
    case ir::ActionKind::StoreGlobal:
    case ir::ActionKind::New:
    case ir::ActionKind::Throw:
    case ir::ActionKind::Return:
    case ir::ActionKind::Call: return true;
    default: return false;
  }
}

bool can_be_put_in(const ir::Procedure& callee) {
  if (callee.kind != ir::ProcKind::Procedure || callee.spec || !callee.contract.empty())
    return false;
  if (callee.transitions.size() > kMostTransitions) return false;
  for (const ir::Local& local : callee.locals) {
    if (local.is_bound || local.initial) return false;
  }
  for (const ir::Transition& t : callee.transitions) {
    bool is_good = std::all_of(t.reads.begin(), t.reads.end(), is_copied) &&
                   std::all_of(t.actions.begin(), t.actions.end(), is_copied);
    if (!is_good) return false;
  }
  // Each activation begins with the defaults of its variables.
  const auto& live = callee.location(callee.entry).live;
  if (!live) return false;
  for (ir::LocalId local : *live) {
    if (std::find(callee.params.begin(), callee.params.end(), local) == callee.params.end()) {
      return false;
    }
  }
  Cycles cycles(callee);
  for (std::size_t at = 0; at < callee.locations.size(); ++at) {
    if (cycles.contains(ir::LocId(at))) return false;
  }
  return true;
}

struct Item {
  ir::Transition transition;
  std::uint32_t origin = Inlined::kOwn;
  std::uint32_t depth = 0;
};

}  // namespace

Inlined inline_calls(ir::Program& program, const Hierarchy& hierarchy, const ir::Procedure& proc,
                     const std::function<bool(ir::TransId)>& wanted) {
  Inlined result;
  result.proc = proc;
  std::vector<Item> all;
  for (const ir::Transition& t : proc.transitions) all.push_back({t});
  std::size_t added = 0;
  // Puts the body in the place of the call; what was the call leads to its beginning.
  auto put_in = [&](std::size_t i, std::uint32_t origin) {
    auto call = std::get<ir::Call>(all[i].transition.actions.back());
    std::vector<ir::ProcId> targets = hierarchy.targets(call.callee);
    if (targets.size() != 1) return;
    const ir::Procedure& callee = program.proc(targets[0]);
    bool may_throw = std::any_of(
        callee.transitions.begin(), callee.transitions.end(), [&](const ir::Transition& t) {
          return t.target == callee.except || (t.except && t.except == callee.except);
        });
    if (may_throw && !all[i].transition.except) return;
    if (!can_be_put_in(callee) || added + callee.transitions.size() > kMostAdded) return;
    added += callee.transitions.size();
    ir::Procedure& into = result.proc;
    Locals locals;
    for (const ir::Local& local : callee.locals) {
      ir::Local copy = local;
      copy.name = unused_name(into.locals, "$i");
      copy.is_temp = true;
      copy.shown.clear();
      locals.emplace_back(into.locals.size());
      into.locals.push_back(std::move(copy));
    }
    std::vector<ir::LocId> places;
    for (std::size_t k = 0; k < callee.locations.size(); ++k) {
      if (ir::LocId(k) == callee.exit) {
        places.push_back(all[i].transition.target);
      } else if (ir::LocId(k) == callee.except) {
        places.push_back(all[i].transition.except);
      } else {
        places.emplace_back(into.locations.size());
        into.locations.push_back({unused_name(into.locations, "$i"), std::nullopt});
      }
    }
    Renaming renamed(program, locals);
    base::Span span = all[i].transition.span;
    std::uint32_t depth = all[i].depth + 1;
    for (const ir::Transition& t : callee.transitions) {
      ir::Transition copy = t;
      copy.source = places[t.source.index()];
      copy.target = places[t.target.index()];
      if (t.except) copy.except = places[t.except.index()];
      copy.guard = renamed(t.guard);
      if (callee.is_library) copy.span = span;
      for (ir::Action& read : copy.reads) renamed.copy(read);
      for (ir::Action& action : copy.actions) renamed.copy(action);
      bool returns =
          !copy.actions.empty() && std::holds_alternative<ir::Return>(copy.actions.back());
      if (returns) {
        ir::ExprId value = std::get<ir::Return>(copy.actions.back()).value;
        copy.actions.pop_back();
        if (call.target && value) copy.actions.emplace_back(ir::Assign{call.target, value});
      }
      copy.invisible = false;
      all.push_back({std::move(copy), origin, depth});
    }
    ir::Transition& begin = all[i].transition;
    begin.actions.pop_back();
    for (std::size_t k = 0; k < call.args.size(); ++k) {
      ir::LocalId parameter = locals[callee.params[k].index()];
      ir::TypeId type = into.local(parameter).type;
      ir::ExprId arg = call.args[k];
      if (!program.is_assignable(program.expr(arg).type, type)) {
        arg = program.add({.kind = ir::ExprKind::Cast, .type = type, .a = arg});
      }
      begin.actions.emplace_back(ir::Assign{parameter, arg});
    }
    begin.target = places[callee.entry.index()];
    begin.except = {};
    begin.invisible = false;
    all[i].origin = origin;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Item& item = all[i];
    bool calls = !item.transition.actions.empty() &&
                 std::holds_alternative<ir::Call>(item.transition.actions.back());
    if (!calls || item.depth >= kMostLevels) continue;
    if (item.origin != Inlined::kOwn) {
      put_in(i, item.origin);
    } else if (wanted(ir::TransId(i))) {
      put_in(i, static_cast<std::uint32_t>(i));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Item& a, const Item& b) {
    return a.transition.source.index() < b.transition.source.index();
  });
  result.proc.transitions.clear();
  for (Item& item : all) {
    result.proc.transitions.push_back(std::move(item.transition));
    result.origin.push_back(item.origin);
  }
  return result;
}

}  // namespace pass
