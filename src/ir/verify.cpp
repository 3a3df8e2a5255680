#include "ir/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "ir/bir_names.h"
#include "ir/typing.h"
#include "ir/verifier.h"

namespace ir {

std::vector<Malformed> verify(const Program& program) { return Verifier(program).run(); }

void check_well_formed(const Program& program) {
  std::vector<Malformed> found = verify(program);
  if (found.empty()) return;
  CHECK(false, "malformed program: {}: {}", found.front().where, found.front().what);
}

// Later stages rely on what earlier ones checked: that ids lead somewhere, and
// that classes have no cycles.
std::vector<Malformed> Verifier::run() {
  check(is_name(program_.name), "the program needs a name");
  class_names();
  enums();
  types();
  if (!found_.empty()) return std::move(found_);
  class_links();
  class_cycles();
  if (!found_.empty()) return std::move(found_);
  class_fields();
  collections();
  values();
  check(!program_.entry || in_range(program_.entry, program_.procs), "the entry does not exist");
  root();
  if (!found_.empty()) return std::move(found_);
  known_.assign(program_.expr_count(), 0);
  NameSet names;
  for (const Procedure& proc : program_.procs) {
    where_ = "program";
    span_ = proc.span;
    unique(names, proc.name, "procedure");
    proc_ = &proc;
    where_ = fmt::format("procedure {}", proc.name);
    signature();
  }
  if (!found_.empty()) return std::move(found_);
  for (std::size_t i = 0; i < program_.classes.size(); ++i) bindings(ClassId(i));
  if (!found_.empty()) return std::move(found_);
  for (const Procedure& proc : program_.procs) procedure(proc);
  if (!found_.empty()) return std::move(found_);
  selves();
  predicates();
  return std::move(found_);
}

bool Verifier::check(bool holds, std::string what) {
  if (!holds) found_.push_back({where_, std::move(what), span_});
  return holds;
}

void Verifier::unique(NameSet& names, std::string_view name, std::string_view kind) {
  check(is_name(name), fmt::format("`{}` cannot be the name of a {}", name, kind));
  check(names.insert(name).second, fmt::format("the {} {} is declared twice", kind, name));
}

// ---------------------------------------------------------------- types

void Verifier::types() {
  where_ = "types";
  for (std::size_t i = 0; i < program_.types.size(); ++i) type(program_.types[TypeId(i)], i);
}

void Verifier::type(const Type& t, std::size_t index) {
  switch (t.kind) {
    case TypeKind::Ref:
    case TypeKind::Record:
      check(in_range(t.cls, program_.classes), "a type names a class that does not exist");
      break;
    case TypeKind::Array:
    case TypeKind::FixedArray:
      check(t.element && t.element.index() < index, "an array type without an element type");
      check(t.kind == TypeKind::Array || t.hi >= 0, "an array type with a negative size");
      break;
    case TypeKind::Range: check(t.lo <= t.hi, "an empty range"); break;
    case TypeKind::Enum:
      check(in_range(t.enumeration, program_.enums), "a type names an enum that does not exist");
      break;
    default: break;
  }
  for (CollectionId id : t.collections) {
    check(t.kind == TypeKind::Ref && in_range(id, program_.collections),
          "a type names a collection that does not exist");
  }
}

bool Verifier::variable_type(TypeId id, std::string_view what) {
  if (!check(id && id.index() < program_.types.size(), fmt::format("{} has no type", what))) {
    return false;
  }
  return check(program_.type(id).kind != TypeKind::Void, fmt::format("{} is void", what));
}

void Verifier::enums() {
  for (const Enum& e : program_.enums) {
    where_ = fmt::format("enum {}", e.name);
    check(!e.members.empty(), "an enum needs a member");
  }
}

// ---------------------------------------------------------------- classes

void Verifier::class_names() {
  NameSet names;
  for (const Class& c : program_.classes) {
    span_ = c.span;
    unique(names, c.name, "class");
  }
  span_ = {};
  for (const Enum& e : program_.enums) unique(names, e.name, "enum");
  for (const Collection& c : program_.collections) unique(names, c.name, "collection");
}

void Verifier::class_links() {
  for (const Class& c : program_.classes) {
    where_ = fmt::format("class {}", c.name);
    span_ = c.span;
    if (c.super && check(in_range(c.super, program_.classes), "the superclass does not exist")) {
      check(!program_.cls(c.super).is_interface, "the superclass is an interface");
      check(!c.is_interface, "an interface has a superclass");
    }
    for (ClassId id : c.interfaces) {
      if (check(in_range(id, program_.classes), "an interface does not exist")) {
        check(program_.cls(id).is_interface,
              fmt::format("{} is not an interface", program_.cls(id).name));
      }
    }
    check(!c.is_interface || c.bindings.empty(), "an interface binds procedures");
  }
}

// Kahn's algorithm from the roots down: what is left lies on or below a cycle.
void Verifier::class_cycles() {
  if (!found_.empty()) return;
  std::vector<std::size_t> above(program_.classes.size());
  std::vector<std::vector<std::size_t>> below(program_.classes.size());
  for (std::size_t i = 0; i < above.size(); ++i) {
    const Class& c = program_.classes[i];
    above[i] = c.interfaces.size() + (c.super ? 1 : 0);
    if (c.super) below[c.super.index()].push_back(i);
    for (ClassId id : c.interfaces) below[id.index()].push_back(i);
  }
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < above.size(); ++i) {
    if (above[i] == 0) ready.push_back(i);
  }
  for (std::size_t at = 0; at < ready.size(); ++at) {
    for (std::size_t sub : below[ready[at]]) {
      if (--above[sub] == 0) ready.push_back(sub);
    }
  }
  for (std::size_t i = 0; i < above.size(); ++i) {
    where_ = fmt::format("class {}", program_.classes[i].name);
    span_ = program_.classes[i].span;
    check(above[i] == 0, "the class is above itself, or below such a class");
  }
}

void Verifier::class_fields() {
  std::size_t owned = 0;
  for (std::size_t i = 0; i < program_.classes.size(); ++i) {
    const Class& c = program_.classes[i];
    where_ = fmt::format("class {}", c.name);
    NameSet names;
    for (FieldId id : c.fields) {
      span_ = c.span;
      if (!check(in_range(id, program_.fields), "a field does not exist")) continue;
      const Field& f = program_.field(id);
      span_ = f.span;
      unique(names, f.name, "field");
      check(f.owner == ClassId(i), fmt::format("the field {} belongs to another class", f.name));
      variable_type(f.type, fmt::format("the field {}", f.name));
      ++owned;
    }
  }
  check(owned <= program_.fields.size(), "a field is listed twice");
}

void Verifier::bindings(ClassId id) {
  const Class& c = program_.cls(id);
  where_ = fmt::format("class {}", c.name);
  span_ = c.span;
  for (std::size_t i = 0; i < c.bindings.size(); ++i) {
    const Binding& b = c.bindings[i];
    check(is_name(b.selector), fmt::format("`{}` cannot be the name of a method", b.selector));
    check(i == 0 || c.bindings[i - 1].selector < b.selector,
          fmt::format("the binding of {} is not in order", b.selector));
    if (!check(in_range(b.proc, program_.procs),
               fmt::format("{} is bound to nothing", b.selector))) {
      continue;
    }
    const Procedure& proc = program_.proc(b.proc);
    bool method = proc.has_this && proc.kind == ProcKind::Procedure &&
                  program_.is_subclass(id, program_.type(proc.locals.front().type).cls);
    if (check(method,
              fmt::format("{} is bound to {}, which is not its method", b.selector, proc.name))) {
      overriding(id, b);
    }
  }
  if (!c.super) return;
  for (const Binding& b : program_.cls(c.super).bindings) {
    check(program_.dispatch(id, b.selector).is_valid(),
          fmt::format("the inherited method {} is not bound", b.selector));
  }
}

void Verifier::overriding(ClassId id, const Binding& binding) {
  ClassId super = program_.cls(id).super;
  ProcId overridden = super ? program_.dispatch(super, binding.selector) : ProcId();
  if (!overridden || overridden == binding.proc || !in_range(overridden, program_.procs)) return;
  const Procedure& above = program_.proc(overridden);
  const Procedure& below = program_.proc(binding.proc);
  bool compatible = above.params.size() == below.params.size() &&
                    program_.is_assignable(below.result, above.result);
  for (std::size_t i = 1; compatible && i < above.params.size(); ++i) {
    compatible = program_.is_assignable(above.locals[i].type, below.locals[i].type);
  }
  check(compatible, fmt::format("{} does not fit {}, which it overrides", below.name, above.name));
}

// Every array is an instance of the root, which therefore is a class of its own above all others.
void Verifier::root() {
  where_ = "program";
  span_ = {};
  if (!program_.root || !check(in_range(program_.root, program_.classes), "the root is no class")) {
    return;
  }
  const Class& c = program_.cls(program_.root);
  span_ = c.span;
  check(!c.is_interface && !c.super && c.interfaces.empty(),
        fmt::format("{} cannot be the root: it is an interface or below another class", c.name));
  check(c.fields.empty(), fmt::format("{} cannot be the root: arrays have no fields", c.name));
  for (std::size_t i = 0; i < program_.classes.size(); ++i) {
    const Class& other = program_.classes[i];
    span_ = other.span;
    check(other.super || other.is_interface || ClassId(i) == program_.root,
          fmt::format("{} is not below the root", other.name));
  }
}

// A thread may start where a fork leads, and at the entry. If the program asks for `self`, all
// of these have one, and it fits whoever asks.
void Verifier::selves() {
  std::vector<std::pair<const Procedure*, LocalId>> askers;
  std::set<ProcId> starts;
  if (program_.entry) starts.insert(program_.entry);
  for (const Procedure& proc : program_.procs) {
    for (const Transition& t : proc.transitions) {
      for (const Action& a : t.actions) {
        const auto* self = std::get_if<Self>(&a);
        bool asks_for_object =
            self && program_.type(proc.local(self->target).type).kind != TypeKind::Tid;
        if (asks_for_object) askers.emplace_back(&proc, self->target);
        const auto* fork = std::get_if<Fork>(&a);
        if (!fork) continue;
        if (!fork->callee.is_virtual()) starts.insert(fork->callee.proc);
        if (!fork->callee.is_virtual()) continue;
        for (ClassId id : subtypes(fork->callee.declared)) {
          if (ProcId proc_id = program_.dispatch(id, fork->callee.selector)) starts.insert(proc_id);
        }
      }
    }
  }
  if (askers.empty()) return;
  for (ProcId id : starts) {
    const Procedure& start = program_.proc(id);
    where_ = fmt::format("procedure {}", start.name);
    span_ = start.span;
    if (!check(start.self.is_valid(), "a thread starts here and has no variable for `self`")) {
      continue;
    }
    for (const auto& [asker, target] : askers) {
      fits(start.local(start.self).type, asker->local(target).type, "`self`");
    }
  }
}

// ---------------------------------------------------------------- the rest

void Verifier::collections() {
  span_ = {};
  for (const Collection& c : program_.collections) {
    where_ = fmt::format("collection {}", c.name);
    check(c.size >= 0, "the size is negative");
    if (!variable_type(c.type, "the collection")) continue;
    const Type& t = program_.type(c.type);
    check(t.kind == TypeKind::Record || t.element.is_valid(),
          "a collection holds objects or arrays");
    if (t.kind != TypeKind::Record) continue;
    const Class& cls = program_.cls(t.cls);
    check(!cls.is_abstract && !cls.is_interface, fmt::format("{} cannot be allocated", cls.name));
  }
}

void Verifier::values() {
  where_ = "program";
  NameSet names;
  for (const NamedConstant& c : program_.constants) unique(names, c.name, "constant");
  for (const Enum& e : program_.enums) {
    for (const Enum::Member& m : e.members) unique(names, m.name, "enum member");
  }
  for (const Global& g : program_.globals) {
    span_ = g.span;
    unique(names, g.name, "global");
    if (!variable_type(g.type, fmt::format("the global {}", g.name))) continue;
    check(!g.initial || constant_fits(program_, *g.initial, g.type),
          fmt::format("the initial value of {} has another type", g.name));
  }
  span_ = {};
}

void Verifier::predicates() {
  NameSet names;
  span_ = {};
  for (const Observable& o : program_.observables) unique(names, o.name, "observable");
  for (const Predicate& p : program_.predicates) {
    where_ = fmt::format("predicate {}", p.name);
    unique(names, p.name, "predicate");
    if (!check(in_range(p.thread, program_.procs), "the thread does not exist")) continue;
    check(p.instance.is_valid() != p.instance_global.is_valid(),
          "the instance is either null or a global");
    if (p.instance_global) {
      check(in_range(p.instance_global, program_.globals), "the instance does not exist");
    } else if (check(p.instance && p.instance.index() < program_.expr_count(),
                     "the instance does not exist")) {
      check(program_.type_of(p.instance).kind == TypeKind::Null, "the instance is not null");
    }
    check(p.location.is_valid() == p.reference.empty(),
          "a predicate is about a location or about a variable");
    check(!p.location || in_range(p.location, program_.proc(p.thread).locations),
          "the location does not exist");
  }
}

}  // namespace ir
