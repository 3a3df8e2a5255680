// What keeps a program from being finite.
#include <fmt/format.h>

#include "ir/pass/finite.h"

namespace pass {

namespace {

class Finder {
 public:
  explicit Finder(const ir::Program& program) : p_(program) {}

  std::vector<FiniteNote> run() {
    for (const ir::Global& g : p_.globals) variable(g.type, g.name, g.span);
    for (const ir::Field& f : p_.fields) {
      variable(f.type, fmt::format("{}.{}", p_.cls(f.owner).name, f.name), f.span);
    }
    for (const ir::Collection& c : p_.collections) collection(c);
    for (const ir::Procedure& proc : p_.procs) procedure(proc);
    entry();
    return std::move(found_);
  }

 private:
  void add(std::string what, base::Span span) { found_.push_back({std::move(what), span}); }

  bool has_finite_values(ir::TypeId type) const {
    const ir::Type& t = p_.type(type);
    switch (t.kind) {
      case ir::TypeKind::Int:
      case ir::TypeKind::Uint:
      case ir::TypeKind::Long:
      case ir::TypeKind::Float:
      case ir::TypeKind::Float32:
      case ir::TypeKind::Char:
      case ir::TypeKind::String: return false;
      case ir::TypeKind::Array:
      case ir::TypeKind::FixedArray: return has_finite_values(t.element);
      default: return true;
    }
  }

  void variable(ir::TypeId type, const std::string& name, base::Span span) {
    if (has_finite_values(type)) return;
    add(fmt::format("{} has the type {}, without bounds", name, p_.type_name(type)), span);
  }

  void collection(const ir::Collection& c) {
    if (c.size <= 0) add(fmt::format("the collection {} has no size", c.name), {});
    if (p_.type(c.type).kind == ir::TypeKind::Array) {
      add(fmt::format("the arrays of the collection {} have no size", c.name), {});
    }
    variable(c.type, c.name, {});
  }

  void entry() {
    if (!p_.entry) return add("there is no entry", {});
    const ir::Procedure& proc = p_.proc(p_.entry);
    if (proc.kind != ir::ProcKind::Thread || !proc.params.empty()) {
      add(fmt::format("the entry {} is no thread without parameters", proc.name), proc.span);
    }
  }

  void procedure(const ir::Procedure& proc) {
    if (proc.kind != ir::ProcKind::Thread) {
      add(fmt::format("{} is no thread", proc.name), proc.span);
    }
    if (!proc.contract.empty()) add(fmt::format("{} has a contract", proc.name), proc.span);
    for (const ir::Local& l : proc.locals) {
      // What a quantifier binds is no part of a state.
      if (!l.is_bound) variable(l.type, fmt::format("{}.{}", proc.name, l.name), l.span);
    }
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& a : t.actions) action(proc, t, a);
    }
  }

  void action(const ir::Procedure& proc, const ir::Transition& t, const ir::Action& a) {
    if (std::holds_alternative<ir::Call>(a)) add("a call", t.span);
    if (std::holds_alternative<ir::CheckContract>(a)) add("a check of a contract", t.span);
    if (const auto* fork = std::get_if<ir::Fork>(&a)) {
      bool is_thread =
          !fork->callee.is_virtual() && p_.proc(fork->callee.proc).kind == ir::ProcKind::Thread;
      if (!is_thread) add("a fork of something that is no thread", t.span);
    }
    if (const auto* made = std::get_if<ir::New>(&a); made && !made->collection) {
      add("an object without a collection", t.span);
    }
    if (const auto* made = std::get_if<ir::NewArray>(&a)) {
      if (!made->collection) add("an array without a collection", t.span);
      if (made->sizes.size() != 1) add("an array of arrays made at once", t.span);
    }
    if (const auto* any = std::get_if<ir::Havoc>(&a)) {
      ir::TypeId type = proc.local(any->target).type;
      ir::TypeKind kind = p_.type(type).kind;
      bool is_scalar =
          kind == ir::TypeKind::Bool || kind == ir::TypeKind::Range || kind == ir::TypeKind::Enum;
      if (!is_scalar) add(fmt::format("an arbitrary {}", p_.type_name(type)), t.span);
    }
  }

  const ir::Program& p_;
  std::vector<FiniteNote> found_;
};

}  // namespace

std::vector<FiniteNote> why_infinite(const ir::Program& program) { return Finder(program).run(); }

}  // namespace pass
