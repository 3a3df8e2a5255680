// Declarations: types, classes, fields and procedures, then each body.
#include "lang/oox/lower.h"

#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "ir/tidy.h"
#include "lang/oox/lowering.h"

namespace oox {

ir::TypeId Lowered::type(TypeId id) const {
  const Type& t = source.types[id];
  switch (t.kind) {
    case TypeKind::Void: return target.types.make(ir::TypeKind::Void);
    case TypeKind::Bool: return target.types.make(ir::TypeKind::Bool);
    case TypeKind::IntLiteral:
    case TypeKind::Int: return target.types.make(ir::TypeKind::Int);
    case TypeKind::Uint: return target.types.make(ir::TypeKind::Uint);
    case TypeKind::Float: return target.types.make(ir::TypeKind::Float);
    case TypeKind::Char: return target.types.make(ir::TypeKind::Char);
    case TypeKind::String: return target.types.make(ir::TypeKind::String);
    case TypeKind::Null: return target.types.make(ir::TypeKind::Null);
    case TypeKind::Class: return target.types.make_ref(cls(t.cls));
    case TypeKind::Array: return target.types.make_array(type(t.element));
    case TypeKind::Error: break;
  }
  UNREACHABLE("an erroneous type reached lowering");
}

namespace {

// Creating an object of this class runs code although `new C()` names no
// constructor that the user wrote.
bool has_default_constructor(const ClassInfo* cls) {
  if (!cls->constructors.empty() || !cls->super) return false;
  const ClassInfo* super = cls->super;
  return !super->constructors.empty() || has_default_constructor(super);
}

class ProgramLowerer {
 public:
  ProgramLowerer(const Program& source, ir::Program& target)
      : source_(source), target_(target), lowered_{source, target, {}, {}, {}, {}, {}} {}

  void lower() {
    declare_classes();
    declare_members();
    for (const ClassInfo* cls : source_.classes) declare_procs(cls);
    for (const ClassInfo* cls : source_.classes) bind_methods(cls);
    for (const ClassInfo* cls : source_.classes) lower_bodies(cls);
  }

 private:
  std::string text(Symbol symbol) const { return std::string(source_.text(symbol)); }

  void declare_classes() {
    for (const ClassInfo* cls : source_.classes) {
      lowered_.classes.push_back(ir::ClassId(target_.classes.size()));
      target_.classes.push_back({.name = text(cls->name),
                                 .is_interface = cls->is_interface,
                                 .is_abstract = cls->is_abstract || cls->is_interface,
                                 .span = cls->decl->name_span});
    }
    for (const ClassInfo* cls : source_.classes) {
      ir::Class& c = target_.classes[lowered_.cls(cls).index()];
      if (cls->super) c.super = lowered_.cls(cls->super);
      for (const ClassInfo* i : cls->interfaces) c.interfaces.push_back(lowered_.cls(i));
    }
  }

  void declare_members() {
    for (const ClassInfo* cls : source_.classes) {
      for (const FieldInfo* field : cls->fields) {
        Span span = field->decl->name_span;
        if (field->is_static) {
          lowered_.statics.emplace(field, ir::GlobalId(target_.globals.size()));
          target_.globals.push_back({.name = text(cls->name) + "." + text(field->name),
                                     .type = lowered_.type(field->type),
                                     .initial = {},
                                     .span = span});
          continue;
        }
        ir::FieldId id(target_.fields.size());
        lowered_.fields.emplace(field, id);
        target_.fields.push_back({.name = text(field->name),
                                  .type = lowered_.type(field->type),
                                  .owner = lowered_.cls(cls),
                                  .span = span});
        target_.classes[lowered_.cls(cls).index()].fields.push_back(id);
      }
      for (const FieldInfo* field : cls->spec_fields) declare_spec_field(cls, *field->decl);
      for (const Member* invariant : cls->invariants) {
        target_.classes[lowered_.cls(cls).index()].invariants.push_back(
            {.name = text(invariant->name), .formula = invariant->formula});
      }
      for (const Member* observable : cls->observables) {
        target_.observables.push_back({.name = text(cls->name) + "." + text(observable->name),
                                       .text = text(observable->formula_text),
                                       .span = observable->formula});
      }
    }
  }

  void declare_spec_field(const ClassInfo* cls, const Member& member) {
    ir::SpecField field{.name = text(member.name),
                        .owner = lowered_.cls(cls),
                        .columns = {},
                        .is_lone = member.is_lone,
                        .span = member.name_span};
    for (const TypeExpr* column : member.columns) {
      ir::TypeKind kind = column->base == TypeName::Int ? ir::TypeKind::Int : ir::TypeKind::Bool;
      bool is_class = column->base == TypeName::Class;
      field.columns.push_back(
          is_class ? target_.types.make_ref(lowered_.cls(source_.find_class(column->name)))
                   : target_.types.make(kind));
    }
    target_.types.make_ref(lowered_.cls(cls));
    target_.spec_fields.push_back(std::move(field));
  }

  ir::ProcId add_proc(std::string name, Span span) {
    target_.procs.push_back(
        {.name = std::move(name), .result = target_.types.make(ir::TypeKind::Void), .span = span});
    return ir::ProcId(target_.procs.size() - 1);
  }

  void declare_procs(const ClassInfo* cls) {
    for (const MethodInfo* c : cls->constructors) {
      std::string name = text(cls->name) + ".new$" + std::to_string(c->params.size());
      lowered_.procs.emplace(c, add_proc(name, c->decl->name_span));
    }
    if (has_default_constructor(cls)) {
      lowered_.default_constructors.emplace(
          cls, add_proc(text(cls->name) + ".new$0", cls->decl->name_span));
    }
    for (const MethodInfo* m : cls->methods) {
      if (m->is_abstract) continue;
      lowered_.procs.emplace(m,
                             add_proc(text(cls->name) + "." + text(m->name), m->decl->name_span));
      target_.procs.back().result = lowered_.type(m->result);
    }
  }

  // What objects of the class understand. Each supertype is visited once: a diamond of
  // interfaces has exponentially many ways to its top.
  static std::vector<Symbol> collect_selectors(const ClassInfo* cls) {
    std::unordered_set<Symbol> names;
    std::unordered_set<const ClassInfo*> seen;
    std::vector<Symbol> selectors;
    auto add = [&](const ClassInfo* type) {
      if (!seen.insert(type).second) return;
      for (const MethodInfo* m : type->methods) {
        if (!m->is_static && names.insert(m->name).second) selectors.push_back(m->name);
      }
    };
    for (; cls; cls = cls->super) {
      add(cls);
      for (const ClassInfo* i : cls->all_interfaces) add(i);
    }
    return selectors;
  }

  void bind_methods(const ClassInfo* cls) {
    if (cls->is_interface) return;
    std::vector<Symbol> selectors = collect_selectors(cls);
    auto& bindings = target_.classes[lowered_.cls(cls).index()].bindings;
    for (Symbol selector : selectors) {
      const MethodInfo* m = find_implementation(cls, selector);
      if (m) bindings.push_back({text(selector), lowered_.procs.at(m)});
    }
    std::sort(bindings.begin(), bindings.end(),
              [](const auto& a, const auto& b) { return a.selector < b.selector; });
  }

  void lower_bodies(const ClassInfo* cls) {
    for (const MethodInfo* c : cls->constructors) lower_body(c);
    if (auto found = lowered_.default_constructors.find(cls);
        found != lowered_.default_constructors.end()) {
      ir::Procedure& proc = target_.procs[found->second.index()];
      MethodLowerer(lowered_, nullptr, proc).lower_default_constructor(cls);
    }
    for (const MethodInfo* m : cls->methods) {
      if (!m->is_abstract) lower_body(m);
    }
  }

  void lower_body(const MethodInfo* method) {
    ir::Procedure& proc = target_.procs[lowered_.procs.at(method).index()];
    MethodLowerer(lowered_, method, proc).lower_method();
  }

  const Program& source_;
  ir::Program& target_;
  Lowered lowered_;
};

}  // namespace

ir::Program lower(const Program& program, const LowerOptions& options) {
  ir::Program result;
  result.int_mode = options.int_mode;
  result.is_guarded = true;
  ProgramLowerer(program, result).lower();
  return result;
}

// ---------------------------------------------------------------- one method

MethodLowerer::MethodLowerer(const Lowered& lowered, const MethodInfo* method, ir::Procedure& proc)
    : lowered_(lowered),
      ir_(lowered.target),
      method_(method),
      proc_(proc),
      bool_(ir_.types.make(ir::TypeKind::Bool)),
      int_(ir_.types.make(ir::TypeKind::Int)) {
  proc_.entry = new_location();
  proc_.exit = new_location();
  proc_.except = new_location();
  current_ = proc_.entry;
}

void MethodLowerer::lower_method() {
  own_.method = method_;
  const Stmt* body = method_->long_body;
  const Clause* spec = find_spec(*method_->decl);
  end_ = body ? body->close : spec->span;
  own_.locals.resize(method_->variables.size());
  for (std::size_t i = 0; i < method_->variables.size(); ++i) {
    Variable::Kind kind = method_->variables[i].kind;
    if (kind != Variable::Kind::This && kind != Variable::Kind::Param) continue;
    own_.locals[i] = new_local(method_->variables[i]);
    proc_.params.push_back(own_.locals[i]);
  }
  proc_.has_this = method_->this_var.is_valid();
  if (ir_.type(proc_.result).kind != ir::TypeKind::Void) {
    std::string name = names_.count("retval") ? "$retval" : "retval";
    names_.emplace("retval", 1);
    proc_.locals.push_back({.name = name, .type = proc_.result, .is_temp = true});
    proc_.retval = ir::LocalId(proc_.locals.size() - 1);
    if (method_->retval_var) own_.locals[method_->retval_var.index()] = proc_.retval;
  }
  lower_contract();
  begin();
  if (method_->is_constructor) implicit_super_call();
  if (!body) lower_given(*spec);
  if (body) block(body);
  if (current_) return_stmt(nullptr);
  end();
  ir::tidy(proc_);
}

// Which results the specification allows is not known here, nor whether it makes an object.
void MethodLowerer::lower_given(const Clause& spec) {
  proc_.spec = spec.body;
  if (!proc_.retval) return;
  auto leave = [&](ir::ExprId guard, ir::Action choice) {
    std::vector<ir::Action> actions = {std::move(choice)};
    if (has_clauses(ir::ContractKind::Ensures)) {
      actions.emplace_back(ir::CheckContract{ir::ContractKind::Ensures});
    }
    actions.emplace_back(ir::Return{local(proc_.retval)});
    transition(guard, std::move(actions), proc_.exit, spec.span);
  };
  const ir::Type type = ir_.type(proc_.result);
  if (type.kind == ir::TypeKind::Ref && !ir_.cls(type.cls).is_abstract) {
    ir::LocalId is_new = new_temp(bool_);
    emit({}, {ir::Havoc{is_new}}, spec.span);
    leave(local(is_new), ir::New{proc_.retval, type.cls});
    leave(negation(local(is_new)), ir::Havoc{proc_.retval});
  } else {
    leave({}, ir::Havoc{proc_.retval});
  }
  current_ = {};
}

void MethodLowerer::lower_default_constructor(const ClassInfo* cls) {
  proc_.locals.push_back(
      {.name = "this", .type = ir_.types.make_ref(lowered_.cls(cls)), .span = proc_.span});
  proc_.params.push_back(ir::LocalId(0));
  proc_.has_this = true;
  end_ = proc_.span;
  const MethodInfo* plain = nullptr;
  for (const MethodInfo* c : cls->super->constructors) {
    if (c->params.empty()) plain = c;
  }
  construct(plain, cls->super, {}, {local(ir::LocalId(0))}, {}, proc_.span);
  return_stmt(nullptr);
  ir::tidy(proc_);
}

}  // namespace oox
