// Calls and allocation.
#include <limits>

#include "lang/oox/checker.h"

namespace oox {

using diag::Kind;

// `choose(…)` where the class has no method of this name.
bool Checker::is_choice(const Expr& e) const {
  bool is_bare = e.kind == ExprKind::Choose || (!e.a && text(e.name) == "choose");
  return is_bare && !find_method(cls_, e.name);
}

TypeId Checker::choose(Expr& e) {
  constexpr std::int64_t kMostValues = 1000;
  for (Expr* arg : e.args) value(arg);
  e.kind = ExprKind::Choose;
  if (e.args.empty()) return e.type = bool_;
  auto low = literal_value(*e.args[0]);
  auto high = literal_value(**(e.args.end() - 1));
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  bool fits = e.args.size() == 2 && low && high && *low <= *high && *low >= -kLargest &&
              *high <= kLargest && *high - *low < kMostValues;
  if (fits) return e.type = int_;
  sink_.report(Kind::OoxChoose, e.span, kMostValues);
  return e.type = error_;
}

TypeId Checker::call(Expr& e) {
  bool through_super = e.a && strip_parens(e.a)->kind == ExprKind::Super;
  MethodInfo* method = nullptr;
  if (through_super) {
    Expr* super = strip_parens(e.a);
    super->type = super_call(e);
    for (Expr* p = e.a; p != super; p = p->a) p->type = super->type;
    method = is_error(super->type) ? nullptr : e.method;
  } else {
    method = callee(e);
  }
  if (method && e.args.size() != method->params.size()) {
    sink_
        .report(Kind::OoxWrongArity, e.name_span, text(method->name),
                count(method->params.size(), "argument"), e.args.size())
        .label(method->decl->name_span, "declared here");
    for (Expr* arg : e.args) value(arg);
  } else {
    arguments(method, e.args);
  }
  e.method = method;
  return e.type = method ? method->result : error_;
}

// Finds the method of `super.m(...)`; answers the type of `super`.
TypeId Checker::super_call(Expr& e) {
  if (method_->is_static) {
    sink_.report(Kind::OoxSuperInStatic, e.a->span, text(method_->name))
        .label(method_->decl->name_span, "declared `static`");
    return error_;
  }
  if (!cls_->super && cls_->interfaces.empty()) {
    sink_.report(Kind::OoxNoSuperclass, e.a->span, text(cls_->name));
    return error_;
  }
  MethodInfo* method = find_super_method(cls_, e.name);
  const ClassInfo* above = cls_->super ? cls_->super : cls_->interfaces[0];
  if (!method) {
    report_unknown_method(e, *above);
    return error_;
  }
  if (method->is_static) {
    sink_.report(Kind::OoxStaticMethodOfObject, e.name_span, text(e.name))
        .label(method->decl->name_span, "declared `static`")
        .help(fmt::format("write `{}.{}(...)`", text(method->owner->name), text(e.name)));
    return error_;
  }
  if (method->is_abstract) {
    sink_.report(Kind::OoxAbstractSuperCall, e.name_span, text(method->owner->name), text(e.name))
        .label(method->decl->name_span, "has no body");
    return error_;
  }
  e.method = method;
  return above->type;
}

MethodInfo* Checker::callee(Expr& e) {
  bool by_class = false;
  ClassInfo* cls = cls_;
  if (e.a) {
    receiver(*e.a);
    cls = class_of(*e.a, e.name, e.name_span);
    if (!cls) return nullptr;
    by_class = is_class_name(*e.a);
  }
  MethodInfo* method = find_method(cls, e.name);
  if (!method) {
    report_unknown_method(e, *cls);
    return nullptr;
  }
  if (by_class && !method->is_static) {
    sink_.report(Kind::OoxInstanceMethodOfClass, e.name_span, text(e.name), text(cls->name))
        .label(method->decl->name_span, "declared without `static`")
        .help("call it on an object");
    return nullptr;
  }
  if (e.a && !by_class && method->is_static) {
    sink_.report(Kind::OoxStaticMethodOfObject, e.name_span, text(e.name))
        .label(method->decl->name_span, "declared `static`")
        .help(fmt::format("write `{}.{}(...)`", text(method->owner->name), text(e.name)));
    return nullptr;
  }
  if (!e.a && !method->is_static && method_->is_static) {
    sink_.report(Kind::OoxInstanceCallInStatic, e.name_span, text(e.name), text(method_->name))
        .label(method->decl->name_span, "declared without `static`")
        .help("call it on an object");
    return nullptr;
  }
  return method;
}

// Without a method (after an error) the arguments are checked on their own.
void Checker::arguments(const MethodInfo* method, const List<Expr*>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    TypeId type = expr(args[i]);
    if (!method || !args[i]) {
      if (args[i]) settle(*args[i]);
      continue;
    }
    TypeId wanted = method->params[i];
    if (fits(*args[i], wanted)) continue;
    settle(*args[i]);
    auto& report = sink_.report(Kind::OoxArgumentType, args[i]->span, i + 1, args.size(),
                                text(method->name), type_name(wanted), type_name(type));
    report.label(method->decl->params[i].span, "the parameter");
    if (is_numeric(kind_of(type)) && is_numeric(kind_of(wanted))) {
      report.note("no implicit conversion between numeric types exists");
    }
  }
}

MethodInfo* Checker::constructor(const ClassInfo& cls, const List<Expr*>& args, Span span) {
  MethodInfo* found = find_constructor(&cls, args.size());
  bool is_default = cls.constructors.empty() && args.empty();
  if (!found && !is_default) {
    auto& report = sink_.report(Kind::OoxConstructorArity, span, text(cls.name),
                                count(args.size(), "argument"));
    for (const MethodInfo* c : cls.constructors) {
      report.label(c->decl->name_span,
                   fmt::format("takes {}", count(c->params.size(), "argument")));
    }
    if (cls.constructors.empty()) {
      report.note(fmt::format("`{}` declares no constructor: `new {}()` is the only form",
                              text(cls.name), text(cls.name)));
    }
  }
  arguments(found, args);
  return found;
}

TypeId Checker::create(Expr& e) {
  TypeId type = names_.resolve(*e.type_expr);
  e.type = e.target_type = type;
  const Type t = program_.types[type];
  if (t.kind != TypeKind::Class) {
    arguments(nullptr, e.args);
    return e.type = error_;
  }
  e.cls = t.cls;
  if (t.cls->is_abstract) {
    sink_
        .report(t.cls->is_interface ? Kind::OoxNewOfInterface : Kind::OoxNewOfAbstract, e.span,
                text(t.cls->name))
        .label(t.cls->decl->name_span, "declared here");
    arguments(nullptr, e.args);
    return type;
  }
  e.method = constructor(*t.cls, e.args, e.span);
  return type;
}

TypeId Checker::create_array(Expr& e) {
  for (Expr* size : e.args) {
    TypeId type = value(size);
    if (type == int_ || is_error(type)) continue;
    sink_.report(Kind::OoxSizeType, size->span, type_name(type));
  }
  if (e.type_expr->base == TypeName::Void) {
    sink_.report(Kind::OoxArrayOfVoid, e.type_expr->span);
    return e.type = error_;
  }
  TypeId type = names_.resolve(*e.type_expr);
  if (is_error(type)) return e.type = error_;
  for (std::size_t i = 0; i < e.args.size(); ++i) type = program_.types.make_array(type);
  e.target_type = type;
  return e.type = type;
}

}  // namespace oox
