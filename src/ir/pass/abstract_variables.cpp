#include "ir/pass/abstract_variables.h"

#include <fmt/format.h>

#include <algorithm>

namespace pass {

namespace {

void start_at(std::optional<ir::Constant>& initial, const Abstraction& abstraction) {
  const auto* value = initial ? std::get_if<base::Integer>(&*initial) : nullptr;
  if (value) initial = base::Integer(abstraction.code_of(value->to_int64().value_or(0)));
}

}  // namespace

AbstractVariables::AbstractVariables(const ir::Program& source, const FiniteBounds& bounds,
                                     FiniteModel& model)
    : source_(source), bounds_(bounds), model_(model), p_(model.program) {
  name_shared();
  for (std::size_t i = 0; i < p_.procs.size(); ++i) name_locals(i);
  do {
    changed_ = false;
    for (std::size_t i = 0; i < p_.procs.size(); ++i) {
      for (const ir::Transition& t : p_.procs[i].transitions) {
        for (const ir::Action& read : t.reads) spread(i, read);
        for (const ir::Action& action : t.actions) spread(i, action);
      }
    }
  } while (changed_);
}

// ---------------------------------------------------------------- those that are named

const Abstraction* AbstractVariables::find(const std::string& name, base::Span span) {
  auto found = bounds_.abstractions.find(name);
  if (found == bounds_.abstractions.end()) return nullptr;
  std::string what = fmt::format("{} is abstracted to {}", name, found->second.text());
  bool is_new = std::none_of(model_.notes.begin(), model_.notes.end(),
                             [&](const FiniteNote& n) { return n.what == what; });
  if (is_new) model_.notes.push_back({std::move(what), span});
  return &found->second;
}

void AbstractVariables::name_shared() {
  for (const ir::Field& f : p_.fields) {
    fields_.push_back(find(fmt::format("{}.{}", p_.cls(f.owner).name, f.name), f.span));
  }
  for (const ir::Global& g : p_.globals) globals_.push_back(find(g.name, g.span));
}

void AbstractVariables::name_locals(std::size_t proc) {
  locals_.emplace_back(p_.procs[proc].locals.size(), nullptr);
  is_fixed_.emplace_back(p_.procs[proc].locals.size(), false);
  for (const FiniteFrame& frame : model_.procs[proc].frames) {
    const ir::Procedure& from = source_.proc(frame.source);
    for (std::size_t v = 0; v < frame.locals.size(); ++v) {
      if (!frame.locals[v]) continue;
      const ir::Local& local = from.locals[v];
      std::size_t at = frame.locals[v].index();
      is_fixed_[proc][at] = source_.type(local.type).kind != ir::TypeKind::Int;
      if (is_fixed_[proc][at] || local.is_temp || local.is_bound) continue;
      locals_[proc][at] =
          find(fmt::format("{}.{}", from.name, ir::display_name(local)), local.span);
    }
  }
}

// ---------------------------------------------------------------- those that get their values

const Abstraction* AbstractVariables::in(std::size_t proc, ir::ExprId id) const {
  if (!id) return nullptr;
  const ir::Expr& e = p_.expr(id);
  if (p_.type(e.type).kind == ir::TypeKind::Bool) return nullptr;
  if (e.kind == ir::ExprKind::Local) return local(proc, e.local);
  for (ir::ExprId part : {e.a, e.b, e.c}) {
    if (const Abstraction* found = in(proc, part)) return found;
  }
  return nullptr;
}

void AbstractVariables::inherit(std::size_t proc, ir::LocalId target, const Abstraction* from) {
  bool is_number = p_.type(p_.procs[proc].local(target).type).kind == ir::TypeKind::Range;
  bool is_open = is_number && !locals_[proc][target.index()] && !is_fixed_[proc][target.index()];
  if (!from || !is_open) return;
  locals_[proc][target.index()] = from;
  changed_ = true;
}

void AbstractVariables::spread(std::size_t proc, const ir::Action& action) {
  if (const auto* assign = std::get_if<ir::Assign>(&action)) {
    inherit(proc, assign->target, in(proc, assign->value));
  } else if (const auto* load = std::get_if<ir::LoadField>(&action)) {
    inherit(proc, load->target, field(load->field));
  } else if (const auto* read = std::get_if<ir::LoadGlobal>(&action)) {
    inherit(proc, read->target, global(read->global));
  } else if (const auto* store = std::get_if<ir::StoreGlobal>(&action)) {
    // Of the model itself: what the entry's clauses read.
    bool is_added = p_.global(store->global).name.starts_with("$");
    const Abstraction* from = is_added ? in(proc, store->value) : nullptr;
    if (!from || globals_[store->global.index()]) return;
    globals_[store->global.index()] = from;
    changed_ = true;
  } else if (const auto* fork = std::get_if<ir::Fork>(&action)) {
    std::size_t to = fork->callee.proc.index();
    for (std::size_t i = 0; i < fork->args.size(); ++i) {
      inherit(to, p_.procs[to].params[i], in(proc, fork->args[i]));
    }
  }
}

// ---------------------------------------------------------------- declarations

ir::TypeId AbstractVariables::codes(const Abstraction& a) {
  return p_.types.make(ir::Type{.kind = ir::TypeKind::Range, .lo = a.least(), .hi = a.greatest()});
}

void AbstractVariables::add(std::size_t proc, ir::LocalId id, const Abstraction* abstraction) {
  locals_[proc].resize(id.index() + 1, nullptr);
  locals_[proc][id.index()] = abstraction;
}

void AbstractVariables::declare() {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i]) p_.fields[i].type = codes(*fields_[i]);
  }
  for (std::size_t i = 0; i < globals_.size(); ++i) {
    if (!globals_[i]) continue;
    p_.globals[i].type = codes(*globals_[i]);
    start_at(p_.globals[i].initial, *globals_[i]);
  }
  for (std::size_t i = 0; i < p_.procs.size(); ++i) {
    for (std::size_t v = 0; v < locals_[i].size(); ++v) {
      if (!locals_[i][v]) continue;
      ir::Local& local = p_.procs[i].locals[v];
      local.type = codes(*locals_[i][v]);
      start_at(local.initial, *locals_[i][v]);
    }
  }
}

}  // namespace pass
