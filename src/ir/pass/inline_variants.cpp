// Transitions that become several: virtual calls, one transition for each procedure
// that the class of the receiver may select; arrays of arrays, one for each shape; and
// references that may be anything.
#include <algorithm>

#include "ir/pass/inline.h"
#include "ir/pass/safety.h"
#include "ir/typing.h"

namespace pass {

std::vector<ThreadBuilder::Variant> ThreadBuilder::variants(Frame& frame, const ir::Transition& t) {
  std::vector<Variant> out;
  int kinds = 0;
  for (const ir::Action& a : t.actions) {
    std::size_t before = out.size();
    if (const auto* call_action = std::get_if<ir::Call>(&a)) {
      if (call_action->callee.is_virtual()) {
        dispatch(frame, t, call_action->callee, call_action->args.front(), out);
      }
    } else if (const auto* fork_action = std::get_if<ir::Fork>(&a)) {
      if (fork_action->callee.is_virtual()) {
        dispatch(frame, t, fork_action->callee, fork_action->args.front(), out);
      }
    } else if (const auto* array = std::get_if<ir::NewArray>(&a)) {
      bool kept = shared_.relevant.keeps(frame.proc, t, a);
      if (kept && array->sizes.size() > 1) array_sizes(frame, *array, out);
    } else if (const auto* any = std::get_if<ir::Havoc>(&a)) {
      ir::TypeId type = source_of(frame).local(any->target).type;
      bool is_object = shared_.source.type(type).kind == ir::TypeKind::Ref;
      if (is_object && is_relevant(frame, any->target)) {
        out.push_back({.is_null = true});
        out.push_back({});
      }
    }
    kinds += out.size() > before ? 1 : 0;
  }
  if (kinds > 1) throw Infinite{{"a transition with several virtual calls", t.span}};
  if (out.empty() && kinds == 0) out.push_back({});
  return out;
}

// ---------------------------------------------------------------- virtual calls

// Which classes start to bind the selector to a procedure, and which ones below them bind it to
// another one.
struct ThreadBuilder::Selected {
  std::vector<ir::ClassId> roots;
  std::vector<ir::ClassId> overriders;
};

std::map<ir::ProcId, ThreadBuilder::Selected> ThreadBuilder::select(
    ir::ClassId declared, const std::string& selector) const {
  const ir::Program& source = shared_.source;
  // By class: what it runs; invalid for classes that do not count.
  std::vector<ir::ProcId> runs(source.classes.size());
  for (ir::ClassId id : shared_.hierarchy.subtypes(declared)) {
    if (!source.cls(id).is_interface) runs[id.index()] = source.dispatch(id, selector);
  }
  std::map<ir::ProcId, Selected> result;
  for (ir::ClassId id : shared_.hierarchy.subtypes(declared)) {
    ir::ProcId own = runs[id.index()];
    ir::ClassId super = source.cls(id).super;
    ir::ProcId above = super ? runs[super.index()] : ir::ProcId();
    if (own == above) continue;
    if (own) result[own].roots.push_back(id);
    if (above && !shared_.hierarchy.instances(id).empty()) result[above].overriders.push_back(id);
  }
  return result;
}

// Holds for objects whose class binds the selector to the procedure. A class that does so
// stands for everything below it, but for classes that override.
ir::ExprId ThreadBuilder::class_test(ir::ExprId receiver, const Selected& selected) {
  ir::Program& p = shared_.model.program;
  auto test = [&](ir::ClassId cls) {
    return p.add({.kind = ir::ExprKind::InstanceOf,
                  .type = ir::simple_type(ir::TypeKind::Bool),
                  .a = receiver,
                  .cls = cls});
  };
  ir::ExprId any;
  for (ir::ClassId root : selected.roots) {
    std::vector<ir::ExprId> all{test(root)};
    for (ir::ClassId id : selected.overriders) {
      bool is_below = selected.roots.size() == 1 || shared_.source.is_subclass(id, root);
      if (is_below) all.push_back(exprs_.negation(test(id)));
    }
    // As a tree that is not deep.
    while (all.size() > 1) {
      std::vector<ir::ExprId> halves;
      for (std::size_t i = 0; i < all.size(); i += 2) {
        bool is_last = i + 1 == all.size();
        halves.push_back(is_last ? all[i] : exprs_.binary(ir::BinaryOp::And, all[i], all[i + 1]));
      }
      all = std::move(halves);
    }
    any = any ? exprs_.binary(ir::BinaryOp::Or, any, all[0]) : all[0];
  }
  return any;
}

void ThreadBuilder::dispatch(Frame& frame, const ir::Transition& t, const ir::Callee& callee,
                             ir::ExprId receiver, std::vector<Variant>& out) {
  ir::ExprId object = copy(frame, receiver);
  // In programs of the front ends the guard excludes null.
  bool safe = is_not_null(shared_.source, source_of(frame), t, receiver);
  std::vector<ir::ProcId> targets;
  for (ir::ClassId id : shared_.hierarchy.instances(callee.declared)) {
    ir::ProcId proc = shared_.source.dispatch(id, callee.selector);
    if (proc) targets.push_back(proc);
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  bool needs_test = !safe || targets.size() > 1;
  std::map<ir::ProcId, Selected> selected;
  if (needs_test) selected = select(callee.declared, callee.selector);
  for (ir::ProcId target : targets) {
    Variant way{.callee = target};
    if (needs_test) way.condition = class_test(object, selected[target]);
    out.push_back(way);
  }
  if (safe && !targets.empty()) return;
  out.push_back(
      {.condition = exprs_.binary(ir::BinaryOp::Eq, object, exprs_.null()), .is_error = true});
}

// ---------------------------------------------------------------- arrays of arrays

// All sizes but the last one are fixed in each variant; a larger one exceeds the bound
// if such an array is made at all.
void ThreadBuilder::array_sizes(Frame& frame, const ir::NewArray& a, std::vector<Variant>& out) {
  std::vector<Variant> ways(1);
  for (std::size_t i = 0; i + 1 < a.sizes.size(); ++i) {
    if (is_untracked(shared_.source, a.sizes[i])) {
      out.push_back({.limit = "the kinds of values"});
      return;
    }
    ir::ExprId size = copy(frame, a.sizes[i]);
    std::vector<Variant> longer;
    auto add = [&](Variant way, ir::ExprId condition) {
      way.condition =
          way.condition ? exprs_.binary(ir::BinaryOp::And, way.condition, condition) : condition;
      if (exprs_.truth(way.condition) != false) longer.push_back(std::move(way));
    };
    for (const Variant& way : ways) {
      bool is_empty = std::find(way.sizes.begin(), way.sizes.end(), 0) != way.sizes.end();
      if (way.is_error || !way.limit.empty() || is_empty) {
        longer.push_back(way);
        if (is_empty) longer.back().sizes.push_back(0);
        continue;
      }
      for (std::int64_t n = 0; n <= shared_.bounds.array_size; ++n) {
        Variant next = way;
        next.sizes.push_back(n);
        add(std::move(next), exprs_.binary(ir::BinaryOp::Eq, size, exprs_.number(n)));
      }
      Variant negative = way;
      negative.is_error = true;
      add(std::move(negative), exprs_.binary(ir::BinaryOp::Lt, size, exprs_.number(0)));
      Variant beyond = way;
      beyond.limit = "array-size";
      add(std::move(beyond),
          exprs_.binary(ir::BinaryOp::Gt, size, exprs_.number(shared_.bounds.array_size)));
    }
    ways = std::move(longer);
  }
  for (Variant& way : ways) out.push_back(std::move(way));
}

}  // namespace pass
