#include "engine/modular/effects.h"

#include <fmt/format.h>

#include <functional>
#include <set>

namespace modular {

namespace {

// Adds what a callee does; true if that changed anything.
bool absorb(Effects& into, const Effects& callee) {
  Effects before = into;
  for (std::size_t i = 0; i < into.reads.size(); ++i) {
    into.reads[i] = into.reads[i] || callee.reads[i];
    into.writes[i] = into.writes[i] || callee.writes[i];
  }
  into.allocates = into.allocates || callee.allocates;
  into.has_checks = into.has_checks || callee.has_checks;
  into.is_recursive = into.is_recursive || callee.is_recursive;
  into.reaches_spec_only = into.reaches_spec_only || callee.reaches_spec_only;
  if (into.unsupported.empty()) into.unsupported = callee.unsupported;
  return into.reads != before.reads || into.writes != before.writes ||
         into.allocates != before.allocates || into.has_checks != before.has_checks ||
         into.is_recursive != before.is_recursive ||
         into.reaches_spec_only != before.reaches_spec_only ||
         into.unsupported != before.unsupported;
}

}  // namespace

EffectTable::EffectTable(const ir::Program& program, const Slots& slots, const Formulas& formulas,
                         ir::ProcId entry, Unknown unknown)
    : program_(program),
      slots_(slots),
      calls_(program, slots.hierarchy()),
      entry_(entry),
      unknown_(unknown) {
  std::vector<bool> wanted =
      entry ? calls_.reachable(entry) : std::vector<bool>(program.procs.size(), true);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (!wanted[i]) {
      table_.emplace_back();
      continue;
    }
    Effects& effects = table_.emplace_back(local_effects(ir::ProcId(i)));
    auto found = formulas.specifications.find(ir::ProcId(i));
    if (found != formulas.specifications.end()) add(found->second, program.procs[i], effects);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < program.procs.size(); ++i) {
      if (!wanted[i]) continue;
      for (ir::ProcId callee : calls_.calls(ir::ProcId(i))) {
        changed = absorb(table_[i], table_[callee.index()]) || changed;
      }
    }
  }
  if (!entry) return;
  Effects& all = table_[entry.index()];
  if (all.unsupported.empty()) all.unsupported = unsupported_arrays(entry);
}

// Elements have a relation for each class of arrays. So an array must not be used as one of another
// class, as Java allows.
std::string EffectTable::unsupported_arrays(ir::ProcId entry) const {
  std::set<ir::TypeId> types;
  auto add = [&](ir::TypeId type) {
    if (type && program_.type(type).kind == ir::TypeKind::Array) types.insert(type);
  };
  const Effects& effects = of(entry);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!effects.reads[i] && !effects.writes[i]) continue;
    add(slots_[SlotId(i)].range);
    if (slots_[SlotId(i)].arity > 1) add(slots_[SlotId(i)].domain);
  }
  std::function<void(ir::ExprId)> add_all = [&](ir::ExprId id) {
    if (!id) return;
    const ir::Expr& e = program_.expr(id);
    add(e.type);
    if (e.kind == ir::ExprKind::InstanceOf) add(e.tested);
    for (ir::ExprId part : {e.a, e.b, e.c}) add_all(part);
  };
  std::vector<bool> reachable = calls_.reachable(entry);
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    const ir::Procedure& proc = program_.procs[i];
    if (!reachable[i]) continue;
    for (ir::LocalId param : proc.params) add(proc.local(param).type);
    for (const ir::Transition& t : proc.transitions) {
      add_all(t.guard);
      for (const ir::Action& action : t.actions) {
        if (ir::LocalId written = ir::written_local(action)) add(proc.local(written).type);
        ir::for_each_expr(action, add_all);
      }
    }
  }
  for (ir::TypeId from : types) {
    for (ir::TypeId to : types) {
      if (from == to || !program_.is_assignable(from, to)) continue;
      return fmt::format("arrays of several classes in one variable, {} and {}",
                         program_.shown_type(from), program_.shown_type(to));
    }
  }
  return "";
}

std::string EffectTable::unsupported_type(ir::TypeId type) const {
  if (has_atoms(program_, type)) return "";
  const ir::Type* base = &program_.type(type);
  while (base->kind == ir::TypeKind::Array) base = &program_.type(base->element);
  if (base->kind == ir::TypeKind::Tid) return "threads";
  return fmt::format("values of type {}", program_.type_name(type));
}

bool EffectTable::is_unseen(ir::TypeId type) const {
  return unknown_ == Unknown::End && !has_atoms(program_, type);
}

bool EffectTable::moves_unseen(const ir::Procedure& proc, const ir::Action& action) const {
  if (const auto* store = std::get_if<ir::StoreField>(&action)) {
    return is_unseen(program_.field(store->field).type);
  }
  if (const auto* store = std::get_if<ir::StoreGlobal>(&action)) {
    return is_unseen(program_.global(store->global).type);
  }
  if (const auto* store = std::get_if<ir::StoreElement>(&action)) {
    return is_unseen(program_.type_of(store->array).element);
  }
  bool is_move = std::holds_alternative<ir::Assign>(action) ||
                 std::holds_alternative<ir::LoadField>(action) ||
                 std::holds_alternative<ir::LoadGlobal>(action) ||
                 std::holds_alternative<ir::LoadElement>(action);
  return is_move && is_unseen(proc.local(ir::written_local(action)).type);
}

Effects EffectTable::local_effects(ir::ProcId id) {
  const ir::Procedure& proc = program_.proc(id);
  Effects out;
  out.reads.resize(slots_.size());
  out.writes.resize(slots_.size());
  out.is_recursive = calls_.is_recursive(id);
  out.has_checks = !proc.contract.empty();
  for (const ir::Clause& clause : proc.contract) read_heap(clause.condition, out);
  // Whoever calls has such values, too.
  bool is_first = unknown_ == Unknown::Refuse || id == entry_;
  for (std::size_t i = 0; i < proc.params.size() && is_first && out.unsupported.empty(); ++i) {
    out.unsupported = unsupported_type(proc.local(proc.params[i]).type);
  }
  out.reaches_spec_only = proc.spec.has_value();
  if (out.reaches_spec_only) return out;
  for (std::size_t i = 0; i < proc.transitions.size(); ++i) {
    const ir::Transition& t = proc.transitions[i];
    if (t.target == proc.except || (t.except && t.except == proc.except)) out.may_raise = true;
    add(id, ir::TransId(i), out);
  }
  return out;
}

// Variables that occur nowhere are what was dropped from the program.
void EffectTable::add(ir::ProcId id, ir::TransId transition, Effects& out) {
  const ir::Procedure& proc = program_.proc(id);
  const ir::Transition& t = proc.transitions[transition.index()];
  Effects all = out;
  all.unsupported.clear();
  if (t.guard) read_heap(t.guard, all);
  bool is_guard = !all.unsupported.empty();
  for (const auto* actions : {&t.reads, &t.actions}) {
    for (const ir::Action& action : *actions) {
      if (moves_unseen(proc, action)) continue;
      ir::LocalId written = ir::written_local(action);
      bool is_result = unknown_ == Unknown::End && std::holds_alternative<ir::Call>(action);
      if (written && !is_result && all.unsupported.empty()) {
        all.unsupported = unsupported_type(proc.local(written).type);
      }
      add(action, proc, all);
    }
  }
  if (all.unsupported.empty() || unknown_ == Unknown::Refuse) {
    if (!out.unsupported.empty()) all.unsupported = out.unsupported;
    out = std::move(all);
    return;
  }
  lacking_[{id, transition}] = {
      fmt::format("the modular engine does not support {}", all.unsupported), is_guard};
  out.has_checks = true;
}

const Lacking* EffectTable::lacking(ir::ProcId proc, ir::TransId transition) const {
  auto found = lacking_.find({proc, transition});
  return found == lacking_.end() ? nullptr : &found->second;
}

// It changes what it primes: specification fields, and the set of objects that its result is of.
void EffectTable::add(const Property& specification, const ir::Procedure& proc,
                      Effects& out) const {
  for (const auto& [slot, relation] : specification.before) out.reads[slot.index()] = true;
  for (const auto& [slot, relation] : specification.after) {
    out.reads[slot.index()] = true;
    if (slots_[slot].kind == SlotKind::Spec) out.writes[slot.index()] = true;
  }
  if (specification.may_allocate) allocate(program_.type(proc.result).cls, out);
  if (!ir::is_reference(program_.type(proc.result).kind)) return;
  for (SlotId set : slots_.sets_of(proc.result)) out.reads[set.index()] = true;
}

void EffectTable::allocate(ir::ClassId cls, Effects& out) const {
  out.allocates = true;
  out.writes[slots_.allocated(cls).index()] = true;
  for (ir::FieldId field : program_.all_fields(cls)) {
    if (has_atoms(program_, program_.field(field).type)) {
      out.writes[slots_.field(field).index()] = true;
    }
  }
}

// What expressions read of the heap: lengths, and what the conditions of contracts ask for.
void EffectTable::read_heap(ir::ExprId expr, Effects& out) const {
  const ir::Expr& e = program_.expr(expr);
  if (out.unsupported.empty()) out.unsupported = unsupported_type(e.type);
  if (e.kind == ir::ExprKind::Forall || e.kind == ir::ExprKind::Exists) {
    out.unsupported = "quantifiers in code";
  }
  bool has_words = program_.int_mode != ir::IntMode::Math;
  bool is_word = e.unary <= ir::UnaryOp::ToChar16 && e.unary != ir::UnaryOp::ToFloat &&
                 e.unary != ir::UnaryOp::ToFloat32;
  if (e.kind == ir::ExprKind::Unary && ir::is_function(e.unary) && !(has_words && is_word)) {
    out.unsupported = fmt::format("the conversion {}", ir::spelling(e.unary));
  }
  if (e.kind == ir::ExprKind::Binary && e.binary >= ir::BinaryOp::BitAnd && !has_words) {
    out.unsupported = fmt::format("the operator {}", ir::spelling(e.binary));
  }
  if (e.kind == ir::ExprKind::Length) {
    bool is_array = program_.type_of(e.a).kind == ir::TypeKind::Array;
    if (is_array) out.reads[slots_.length(program_.expr(e.a).type).index()] = true;
  }
  if (e.kind == ir::ExprKind::FieldOf) out.reads[slots_.field(e.field).index()] = true;
  if (e.kind == ir::ExprKind::GlobalOf) out.reads[slots_.global(e.global).index()] = true;
  if (e.kind == ir::ExprKind::ElementOf) {
    ir::TypeId array = program_.expr(e.a).type;
    out.reads[slots_.elements(array).index()] = true;
    out.reads[slots_.length(array).index()] = true;
  }
  for (ir::ExprId part : {e.a, e.b, e.c}) {
    if (part) read_heap(part, out);
  }
}

void EffectTable::add(const ir::Action& action, const ir::Procedure& proc, Effects& out) const {
  // Java's monitors are given back by whoever took them.
  auto is_harmless_lock = [&](const ir::Action& a) {
    bool is_lock = std::holds_alternative<ir::Enter>(a) || std::holds_alternative<ir::Exit>(a);
    return is_lock && program_.is_guarded && program_.root;
  };
  auto array_of = [&](ir::ExprId expr) { return program_.expr(expr).type; };
  if (const auto* load = std::get_if<ir::LoadField>(&action)) {
    out.reads[slots_.field(load->field).index()] = true;
  } else if (const auto* store = std::get_if<ir::StoreField>(&action)) {
    out.writes[slots_.field(store->field).index()] = true;
  } else if (const auto* get = std::get_if<ir::LoadElement>(&action)) {
    out.reads[slots_.elements(array_of(get->array)).index()] = true;
    out.reads[slots_.length(array_of(get->array)).index()] = true;
  } else if (const auto* set = std::get_if<ir::StoreElement>(&action)) {
    out.writes[slots_.elements(array_of(set->array)).index()] = true;
    out.reads[slots_.length(array_of(set->array)).index()] = true;
  } else if (const auto* read = std::get_if<ir::LoadGlobal>(&action)) {
    out.reads[slots_.global(read->global).index()] = true;
  } else if (const auto* write = std::get_if<ir::StoreGlobal>(&action)) {
    out.writes[slots_.global(write->global).index()] = true;
  } else if (const auto* made = std::get_if<ir::New>(&action)) {
    allocate(made->cls, out);
  } else if (const auto* array = std::get_if<ir::NewArray>(&action)) {
    out.allocates = true;
    if (array->sizes.size() != 1) {
      out.unsupported = "arrays of several dimensions made at once";
    } else {
      out.writes[slots_.allocated(array->type).index()] = true;
      out.writes[slots_.elements(array->type).index()] = true;
      out.writes[slots_.length(array->type).index()] = true;
    }
  } else if (std::holds_alternative<ir::Assert>(action) ||
             std::holds_alternative<ir::Assume>(action) ||
             std::holds_alternative<ir::Limit>(action) ||
             std::holds_alternative<ir::CheckContract>(action)) {
    out.has_checks = true;
  } else if (std::holds_alternative<ir::Assign>(action) ||
             std::holds_alternative<ir::Call>(action) ||
             std::holds_alternative<ir::Throw>(action) ||
             std::holds_alternative<ir::Catch>(action) ||
             std::holds_alternative<ir::Return>(action) || is_harmless_lock(action)) {
  } else if (out.unsupported.empty()) {
    std::string_view name = ir::info(ir::kind_of(action)).name;
    out.unsupported = fmt::format("the action {} in {}", name, proc.name);
  }
  // What is handed on or given back is looked at elsewhere, if at all.
  bool hands_on =
      std::holds_alternative<ir::Call>(action) || std::holds_alternative<ir::Return>(action);
  ir::for_each_expr(action, [&](ir::ExprId expr) {
    if (!hands_on || !is_unseen(program_.expr(expr).type)) read_heap(expr, out);
  });
}

EffectTable read_effects(const base::Sources& sources, const ir::Program& program,
                         const Slots& slots, ir::ProcId entry, Unknown unknown) {
  rel::Exprs exprs;
  Heap heap(program, slots, exprs, {.objects = 1, .bitwidth = 1, .classes = {}},
            std::vector<bool>(slots.size()));
  diag::Sink ignored;
  auto formulas = read_formulas(sources, program, heap, ignored);
  return {program, slots, formulas.value_or(Formulas()), entry, unknown};
}

}  // namespace modular
