// Names: variables, receivers, fields and elements, and what to say about a name
// that is not there.
#include "lang/oox/checker.h"

namespace oox {

using diag::Kind;

// ---------------------------------------------------------------- variables

TypeId Checker::name(Expr& e) {
  VarId var = lookup(e.name);
  if (var && var != initialising_) {
    e.var = var;
    const Variable& found = variable(var);
    bool is_there =
        place_ != Place::Old || found.kind == Variable::Kind::Param || var.index() >= old_mark_;
    if (is_there) return e.type = found.type;
    sink_.report(Kind::OoxOldLocal, e.span, text(e.name)).label(found.span, "declared here");
    return e.type = error_;
  }
  if (!var && e.name == retval_) return retval(e);
  report_unknown_name(e, false);
  return e.type = error_;
}

// `retval` is a variable only in `ensures`, and made when a clause names it.
TypeId Checker::retval(Expr& e) {
  e.type = error_;
  if (place_ != Place::Ensures) {
    if (report_out_of_scope(e)) return error_;
    auto& report = sink_.report(Kind::OoxRetvalMisplaced, e.span);
    if (place_ == Place::Body) report.help("declare a local variable of another name");
    return error_;
  }
  if (method_->result == void_) {
    sink_
        .report(Kind::OoxRetvalOfVoid, e.span,
                method_->is_constructor ? "a constructor" : "a `void` method")
        .label(method_->decl->name_span, "this one");
    return error_;
  }
  if (!method_->retval_var) {
    method_->retval_var = add_variable(Variable::Kind::Retval, retval_, method_->result, e.span);
  }
  e.var = method_->retval_var;
  return e.type = method_->result;
}

TypeId Checker::this_expr(Expr& e) {
  if (method_->is_static) {
    sink_.report(Kind::OoxThisInStatic, e.span, text(method_->name))
        .label(method_->decl->name_span, "declared `static`");
    return e.type = error_;
  }
  e.var = method_->this_var;
  return e.type = cls_->type;
}

void Checker::report_unknown_name(const Expr& e, bool may_be_class) {
  if (report_out_of_scope(e)) return;
  if (!may_be_class && program_.find_class(e.name)) {
    sink_.report(Kind::OoxClassAsValue, e.span, text(e.name));
    return;
  }
  auto& report = sink_.report(may_be_class ? Kind::OoxUnknownReceiver : Kind::OoxUnknownVariable,
                              e.span, text(e.name));
  if (const FieldInfo* found = find_field(cls_, e.name)) {
    report.label(found->decl->name_span, "a field of this name is here");
    report.help(fmt::format("a field is written with what it belongs to: `{}.{}`",
                            found->is_static ? text(found->owner->name) : "this", text(e.name)));
    return;
  }
  names_.suggest(report, e.name, [&](auto& candidates) {
    for (const auto& [symbol, hidden] : scope_) {
      if (lookup(symbol) != initialising_) candidates.push_back(text(symbol));
    }
    if (may_be_class) names_.add_classes(candidates);
  });
}

// Handles names that the method declares, but not so that they are visible here.
bool Checker::report_out_of_scope(const Expr& e) {
  const std::vector<Span>* found = declarations(e.name);
  if (!found) return false;
  const std::vector<Span>& spans = *found;
  if (place_ != Place::Body && place_ != Place::Loop && place_ != Place::Old) {
    sink_.report(Kind::OoxOutOfScope, e.span, text(e.name))
        .label(spans[0], "a local variable")
        .note("a contract sees the parameters, `this` and `retval`, not the local variables");
    return true;
  }
  // The last declaration before the use, if there is one, is in a block that ended;
  // the variable whose initialiser is being read is not declared yet.
  const Span* before = nullptr;
  for (const Span& span : spans) {
    bool is_own = initialising_ && variable(initialising_).span == span;
    if (span.begin < e.span.begin && !is_own) before = &span;
  }
  if (before) {
    sink_.report(Kind::OoxOutOfScope, e.span, text(e.name))
        .label(*before, "declared here")
        .note("the block that declares it has ended")
        .help("declare it before that block");
    return true;
  }
  auto& report = sink_.report(Kind::OoxUseBeforeDeclaration, e.span, text(e.name));
  bool is_own = initialising_ && variable(initialising_).name == e.name;
  report.label(spans[0], is_own ? "its own initialiser cannot use it" : "declared here");
  return true;
}

const std::vector<Span>* Checker::declarations(Symbol name) {
  if (!has_declarations_) {
    declarations_.clear();
    if (method_->decl->body) collect_declarations(method_->decl->body);
    has_declarations_ = true;
  }
  auto found = declarations_.find(name);
  return found == declarations_.end() ? nullptr : &found->second;
}

void Checker::collect_declarations(const Stmt* s) {
  if (!s) return;
  if (s->kind == StmtKind::Declare) declarations_[s->name].push_back(s->name_span);
  for (const Stmt* inner : s->stmts) collect_declarations(inner);  // of a `for`: its beginning
  collect_declarations(s->body);
  collect_declarations(s->otherwise);
}

// ---------------------------------------------------------------- members

TypeId Checker::receiver(Expr& e) {
  switch (e.kind) {
    case ExprKind::Paren: {
      e.type = receiver(*e.a);
      if (is_class_name(*e.a)) {
        sink_.report(Kind::OoxClassAsValue, e.a->span, text(e.a->name));
        e.type = error_;
      }
      return e.type;
    }
    case ExprKind::This: return this_expr(e);
    case ExprKind::Name: {
      VarId var = lookup(e.name);
      if (var && var != initialising_) return name(e);
      if (!var && e.name == retval_) return retval(e);
      e.cls = program_.find_class(e.name);
      if (e.cls) return e.type = void_;
      report_unknown_name(e, true);
      return e.type = error_;
    }
    case ExprKind::Field:
    case ExprKind::Index:
    case ExprKind::Call:
    case ExprKind::Choose:
    case ExprKind::New:
    case ExprKind::NewArray: return heap_access(e);
    case ExprKind::Conditional:
    case ExprKind::Cast: return value(&e);  // in brackets: else it reaches over the dot
    case ExprKind::Super:                   // where the parser has reported it
    case ExprKind::Error: return e.type = error_;
    default: break;
  }
  if (!is_error(value(&e))) sink_.report(Kind::OoxBadReceiver, e.span);
  return e.type = error_;
}

ClassInfo* Checker::class_of(const Expr& receiver, Symbol member, Span span) {
  if (is_class_name(receiver)) return receiver.cls;
  if (is_error(receiver.type)) return nullptr;
  const Type& type = program_.types[receiver.type];
  if (type.kind == TypeKind::Class) return type.cls;
  auto& report = sink_.report(Kind::OoxNoMembers, span, type_name(receiver.type), text(member));
  bool is_length = text(member) == "length" || text(member) == "size";
  if (is_length && (type.kind == TypeKind::Array || type.kind == TypeKind::String)) {
    report.help("the length is written `#x`");
  }
  return nullptr;
}

TypeId Checker::field(Expr& e) {
  e.type = error_;
  receiver(*e.a);
  ClassInfo* cls = class_of(*e.a, e.name, e.name_span);
  if (!cls) return error_;
  FieldInfo* found = find_field(cls, e.name);
  if (!found) {
    report_unknown_field(e, *cls);
    return error_;
  }
  if (found->is_spec) {
    sink_.report(Kind::OoxSpecFieldInCode, e.name_span, text(e.name))
        .label(found->decl->name_span, "declared here");
    return error_;
  }
  bool by_class = is_class_name(*e.a);
  if (by_class && !found->is_static) {
    sink_.report(Kind::OoxInstanceFieldOfClass, e.name_span, text(e.name), text(cls->name))
        .label(found->decl->name_span, "declared without `static`");
    return error_;
  }
  if (!by_class && found->is_static) {
    sink_.report(Kind::OoxStaticFieldOfObject, e.name_span, text(e.name))
        .label(found->decl->name_span, "declared `static`")
        .help(fmt::format("write `{}.{}`", text(found->owner->name), text(e.name)));
    return error_;
  }
  e.field = found;
  return e.type = found->type;
}

void Checker::report_unknown_field(const Expr& e, const ClassInfo& cls) {
  auto& report = sink_.report(Kind::OoxUnknownField, e.name_span, text(cls.name), text(e.name));
  if (find_method(&cls, e.name)) {
    report.help(fmt::format("`{0}` is a method: call it with `{0}(...)`", text(e.name)));
    return;
  }
  names_.suggest(report, e.name, [&](auto& candidates) {
    for (const ClassInfo* c = &cls; c; c = c->super) {
      for (const FieldInfo* f : c->fields) candidates.push_back(text(f->name));
    }
  });
}

void Checker::report_unknown_method(const Expr& e, const ClassInfo& cls) {
  auto& report = sink_.report(Kind::OoxUnknownMethod, e.name_span, text(cls.name), text(e.name));
  if (e.name == cls.name) {
    report.help(fmt::format("a constructor is called by `new {}(...)`", text(cls.name)));
    return;
  }
  names_.suggest(report, e.name, [&](auto& candidates) {
    for (const ClassInfo* c = &cls; c; c = c->super) {
      for (const MethodInfo* m : c->methods) candidates.push_back(text(m->name));
      for (const ClassInfo* interface : c->all_interfaces) {
        for (const MethodInfo* m : interface->methods) candidates.push_back(text(m->name));
      }
    }
  });
}

TypeId Checker::index(Expr& e) {
  TypeId array = receiver(*e.a);
  TypeId at = value(e.b);
  if (at != int_ && !is_error(at)) {
    sink_.report(Kind::OoxIndexType, e.b->span, type_name(at));
  }
  e.type = error_;
  if (is_class_name(*e.a)) {
    sink_.report(Kind::OoxClassAsValue, e.a->span, text(e.a->name));
  } else if (kind_of(array) == TypeKind::Array) {
    e.type = program_.types[array].element;
  } else if (!is_error(array)) {
    sink_.report(Kind::OoxNotAnArray, e.a->span, type_name(array));
  }
  return e.type;
}

}  // namespace oox
