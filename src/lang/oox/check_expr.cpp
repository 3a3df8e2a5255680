// Expressions: the type of each, and which constructs may stand inside one.
#include <utility>

#include "lang/oox/checker.h"

namespace oox {

using diag::Kind;

TypeId Checker::expr(Expr* e) {
  if (!e) return error_;
  switch (e->kind) {
    case ExprKind::IntLit: return e->type = literal_;
    case ExprKind::FloatLit: return e->type = simple(TypeKind::Float);
    case ExprKind::BoolLit: return e->type = bool_;
    case ExprKind::CharLit: return e->type = simple(TypeKind::Char);
    case ExprKind::StringLit: return e->type = simple(TypeKind::String);
    case ExprKind::NullLit: return e->type = null_;
    case ExprKind::Name: return name(*e);
    case ExprKind::This: return this_expr(*e);
    case ExprKind::Unary: return unary(*e);
    case ExprKind::Binary: return binary(*e);
    case ExprKind::Conditional: return conditional(*e);
    case ExprKind::SizeOf: return size_of(*e);
    case ExprKind::Quantifier: return quantifier(*e);
    case ExprKind::InstanceOf:
    case ExprKind::Cast: return type_test(*e);
    case ExprKind::Paren: return e->type = expr(e->a);
    case ExprKind::Field:
    case ExprKind::Index:
    case ExprKind::Call:
    case ExprKind::Choose:
    case ExprKind::New:
    case ExprKind::NewArray: return heap_access(*e);
    case ExprKind::Old: return e->type;
    case ExprKind::Super:  // where the parser has reported it
    case ExprKind::Error: break;
  }
  return e->type = error_;
}

TypeId Checker::value(Expr* e) {
  expr(e);
  if (!e) return error_;
  settle(*e);
  return e->type;
}

TypeId Checker::right_side(Expr* e) {
  if (!e) return error_;
  switch (e->kind) {
    case ExprKind::Field: return field(*e);
    case ExprKind::Index: return index(*e);
    case ExprKind::Call:
      if (is_choice(*e)) return choose(*e);
      return is_old(*e) ? old(*e) : call(*e);
    case ExprKind::New: return create(*e);
    case ExprKind::NewArray: return create_array(*e);
    case ExprKind::Paren: return e->type = right_side(e->a);
    default: return expr(e);
  }
}

// ---------------------------------------------------------------- heap accesses

// In the body of a method each access becomes a step of its own (long_form.h). A clause and
// the body of a quantifier are evaluated in one step, and make nothing.
TypeId Checker::heap_access(Expr& e) {
  TypeId type = right_side(&e);
  if (is_error(type)) return type;
  bool is_one_step = place_ != Place::Body || quantifiers_ > 0;
  if (is_one_step && (e.kind == ExprKind::New || e.kind == ExprKind::NewArray)) {
    sink_.report(Kind::OoxNewInExpression, e.span,
                 place_ == Place::Body ? "a quantifier" : "a clause");
    return e.type = error_;
  }
  if (type == void_) {
    sink_.report(Kind::OoxVoidCall, e.span, text(e.name));
    return e.type = error_;
  }
  if (is_one_step && e.kind == ExprKind::Choose) {
    sink_.report(Kind::OoxImpureCall, e.span, "choose", "takes a decision");
    return e.type = error_;
  }
  if (is_one_step && e.kind == ExprKind::Call) pure_calls_.push_back({&e});
  return type;
}

// `old(E)`, unless the class has a method of this name.
bool Checker::is_old(const Expr& e) const {
  return e.kind == ExprKind::Call && !e.a && e.args.size() == 1 && text(e.name) == "old" &&
         !find_method(cls_, e.name);
}

TypeId Checker::old(Expr& e) {
  e.kind = ExprKind::Old;
  e.a = e.args[0];
  e.args = {};
  std::string_view where;
  switch (place_) {
    case Place::Requires: where = "`requires`"; break;
    case Place::Invariant: where = "an invariant of a class"; break;
    case Place::Old: where = "`old`"; break;
    default: break;
  }
  if (where.empty() && find_spec(*method_->decl)) where = "a method given by specification";
  if (!where.empty()) sink_.report(Kind::OoxOldMisplaced, e.span, where);
  Place outer = std::exchange(place_, Place::Old);
  std::size_t mark = std::exchange(old_mark_, method_->variables.size());
  e.type = value(e.a);
  place_ = outer;
  old_mark_ = mark;
  method_->uses_old = true;
  return where.empty() ? e.type : e.type = error_;
}

// ---------------------------------------------------------------- literals

bool Checker::unify_numbers(Expr& a, Expr& b) {
  if (a.type == literal_) adapt(a, b.type);
  if (b.type == literal_) adapt(b, a.type);
  return a.type == b.type;
}

void Checker::adapt(Expr& e, TypeId type) {
  bool adapts = (e.type == literal_ && type != literal_ && is_numeric(kind_of(type))) ||
                (e.type == null_ && type != null_ && is_reference(kind_of(type)));
  if (!adapts) return;
  e.type = type;
  switch (e.kind) {
    case ExprKind::Paren:
    case ExprKind::Unary: adapt(*e.a, type); break;
    case ExprKind::Binary:
      adapt(*e.a, type);
      adapt(*e.b, type);
      break;
    case ExprKind::Conditional:
      adapt(*e.b, type);
      adapt(*e.c, type);
      break;
    default: break;
  }
  warn_about_constants(e);
}

void Checker::settle(Expr& e) { adapt(e, int_); }

// Called once for each operator, when its type is known.
void Checker::warn_about_constants(const Expr& e) {
  auto is_literal = [](Expr* operand, bool zero) {
    operand = strip_parens(operand);
    return operand && operand->kind == ExprKind::IntLit && operand->integer->is_zero() == zero;
  };
  TypeKind kind = kind_of(e.type);
  if (e.kind == ExprKind::Binary && (e.binary == BinaryOp::Div || e.binary == BinaryOp::Rem)) {
    bool throws = kind == TypeKind::Int || kind == TypeKind::Uint;
    if (throws && is_literal(e.b, true)) sink_.report(Kind::OoxDivisionByZero, e.b->span);
  } else if (e.kind == ExprKind::Unary && kind == TypeKind::Uint && is_literal(e.a, false)) {
    sink_.report(Kind::OoxNegativeUint, e.span);
  }
}

// ---------------------------------------------------------------- agreement

bool Checker::fits(Expr& e, TypeId type) {
  adapt(e, type);
  return is_assignable(e.type, type);
}

bool Checker::is_assignable(TypeId from, TypeId to) const {
  if (from == to || is_error(from) || is_error(to)) return true;
  const Type& a = program_.types[from];
  const Type& b = program_.types[to];
  if (a.kind == TypeKind::Null) return is_reference(b.kind);
  if (a.kind == TypeKind::IntLiteral) return is_numeric(b.kind);
  if (a.kind == TypeKind::Class && b.kind == TypeKind::Class) return is_subclass(a.cls, b.cls);
  return false;  // arrays too: their elements are written as well as read
}

bool Checker::may_meet(TypeId from, TypeId to) const {
  if (is_assignable(from, to) || is_assignable(to, from)) return true;
  const Type& a = program_.types[from];
  const Type& b = program_.types[to];
  if (a.kind != TypeKind::Class || b.kind != TypeKind::Class) return false;
  // A class below both may exist, or be added, if one of them is an interface.
  return a.cls->is_interface || b.cls->is_interface;
}

TypeId Checker::bad_operand(const Expr& e, const Expr& operand, std::string_view wanted) {
  std::string_view side;
  if (e.kind == ExprKind::Binary) side = &operand == e.a ? "left " : "right ";
  auto op = e.kind == ExprKind::Binary ? spelling(e.binary) : spelling(e.unary);
  TypeId found = operand.type == literal_ ? int_ : operand.type;
  sink_.report(Kind::OoxOperandType, operand.span, side, op, wanted, type_name(found));
  return error_;
}

void Checker::report_mixed(const Expr& e) {
  sink_
      .report(Kind::OoxMixedNumbers, e.span, spelling(e.binary), type_name(e.a->type),
              type_name(e.b->type))
      .note("no implicit conversion between numeric types exists; only literals adapt");
}

// ---------------------------------------------------------------- operators

TypeId Checker::unary(Expr& e) {
  TypeId type = expr(e.a);
  if (is_error(type)) return e.type = error_;
  if (e.unary == UnaryOp::Not) {
    e.type = bool_;
    if (type != bool_) bad_operand(e, *e.a, "a `bool`");
    return e.type;
  }
  if (!is_numeric(kind_of(type))) return e.type = bad_operand(e, *e.a, "a number");
  e.type = type;
  warn_about_constants(e);
  return type;
}

TypeId Checker::binary(Expr& e) {
  switch (e.binary) {
    case BinaryOp::Implies:
    case BinaryOp::Or:
    case BinaryOp::And: return e.type = logical(e);
    case BinaryOp::Eq:
    case BinaryOp::Ne: return e.type = equality(e);
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge: return e.type = comparison(e);
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem:
      e.type = arithmetic(e);
      warn_about_constants(e);
      break;
  }
  return e.type;
}

TypeId Checker::logical(Expr& e) {
  for (Expr* operand : {e.a, e.b}) {
    TypeId type = value(operand);
    if (type != bool_ && !is_error(type)) bad_operand(e, *operand, "a `bool`");
  }
  return bool_;
}

TypeId Checker::arithmetic(Expr& e) {
  expr(e.a);
  expr(e.b);
  return arithmetic_result(e);
}

// What `+` puts into a string. Not `uint`: as a word it has no sign of its own, so that the IR's
// conversion would show a large one as negative.
bool Checker::has_text(TypeKind kind) {
  return kind == TypeKind::Int || kind == TypeKind::Float || kind == TypeKind::Bool;
}

TypeId Checker::arithmetic_result(Expr& e) {
  TypeId a = e.a ? e.a->type : error_;
  TypeId b = e.b ? e.b->type : error_;
  if (is_error(a) || is_error(b)) {
    for (Expr* operand : {e.a, e.b}) {
      if (operand) settle(*operand);
    }
    return error_;
  }
  TypeId string = simple(TypeKind::String);
  if (e.binary == BinaryOp::Add && (a == string || b == string)) {
    for (Expr* operand : {e.a, e.b}) {
      adapt(*operand, string);  // null
      settle(*operand);
      if (operand->type != string && !has_text(kind_of(operand->type))) {
        return bad_operand(e, *operand, "a `string`, an `int`, a `float` or a `bool`");
      }
    }
    return string;
  }
  std::string_view wanted = e.binary == BinaryOp::Add ? "a number or a `string`" : "a number";
  if (!is_numeric(kind_of(a))) return bad_operand(e, *e.a, wanted);
  if (!is_numeric(kind_of(b))) return bad_operand(e, *e.b, "a number");
  if (unify_numbers(*e.a, *e.b)) return e.a->type;
  report_mixed(e);
  return error_;
}

TypeId Checker::comparison(Expr& e) {
  TypeId a = expr(e.a);
  TypeId b = expr(e.b);
  if (is_error(a) || is_error(b)) {
    // fall through to settle the literals
  } else if (a == simple(TypeKind::Char)) {
    if (b != a) bad_operand(e, *e.b, "a `char`");
  } else if (!is_numeric(kind_of(a))) {
    bad_operand(e, *e.a, "a number or a `char`");
  } else if (!is_numeric(kind_of(b))) {
    bad_operand(e, *e.b, "a number");
  } else if (!unify_numbers(*e.a, *e.b)) {
    report_mixed(e);
  }
  for (Expr* operand : {e.a, e.b}) {
    if (operand) settle(*operand);
  }
  return bool_;
}

TypeId Checker::equality(Expr& e) {
  TypeId a = expr(e.a);
  TypeId b = expr(e.b);
  if (!is_error(a) && !is_error(b)) {
    TypeKind x = kind_of(a);
    TypeKind y = kind_of(b);
    if (is_numeric(x) && is_numeric(y)) {
      if (!unify_numbers(*e.a, *e.b)) report_mixed(e);
    } else if (is_reference(x) && is_reference(y) && !may_meet(a, b)) {
      sink_.report(Kind::OoxNeverEqual, e.span, type_name(a), type_name(b));
    } else if (a != b && !(is_reference(x) && is_reference(y))) {
      auto& report = sink_.report(Kind::OoxCompareTypes, e.span, type_name(a), type_name(b));
      if (a == null_ || b == null_) {
        report.note(
            fmt::format("a value of type `{}` is never null", type_name(a == null_ ? b : a)));
      }
    }
    adapt(*e.a, e.b->type);  // null
    adapt(*e.b, e.a->type);
  }
  for (Expr* operand : {e.a, e.b}) {
    if (operand) settle(*operand);
  }
  return bool_;
}

TypeId Checker::conditional(Expr& e) {
  e.type = error_;
  require_bool(e.a, Kind::OoxConditionType, "? :");
  TypeId b = expr(e.b);
  TypeId c = expr(e.c);
  if (is_error(b) || is_error(c)) {
    for (Expr* branch : {e.b, e.c}) {
      if (branch) settle(*branch);
    }
    return error_;
  }
  adapt(*e.b, c);
  adapt(*e.c, b);
  if (is_assignable(e.b->type, e.c->type)) return e.type = e.c->type;
  if (is_assignable(e.c->type, e.b->type)) return e.type = e.b->type;
  sink_.report(Kind::OoxBranchTypes, e.span, type_name(b), type_name(c))
      .label(e.b->span, type_name(b))
      .label(e.c->span, type_name(c));
  settle(*e.b);
  settle(*e.c);
  return error_;
}

TypeId Checker::size_of(Expr& e) {
  TypeId type = value(e.a);
  TypeKind kind = kind_of(type);
  if (kind != TypeKind::Array && kind != TypeKind::String && kind != TypeKind::Error) {
    sink_.report(Kind::OoxSizeOfType, e.a->span, type_name(type));
  }
  return e.type = int_;
}

TypeId Checker::quantifier(Expr& e) {
  e.var = add_variable(Variable::Kind::Bound, e.name, error_, e.name_span);
  e.index_var = add_variable(Variable::Kind::Bound, e.index, int_, e.index_span);
  TypeId array = value(e.a);
  if (kind_of(array) == TypeKind::Array) {
    method_->variables[e.var.index()].type = program_.types[array].element;
  } else if (!is_error(array)) {
    sink_.report(Kind::OoxQuantifierDomain, e.a->span, e.is_forall ? "forall" : "exists",
                 type_name(array));
  }
  std::size_t scope = open_scope();
  bind(e.var);
  bind(e.index_var);
  ++quantifiers_;
  require_bool(e.b, Kind::OoxQuantifierBody, e.is_forall ? "forall" : "exists");
  --quantifiers_;
  close_scope(scope);
  return e.type = bool_;
}

TypeId Checker::type_test(Expr& e) {
  TypeId from = value(e.a);
  TypeId to = names_.resolve(*e.type_expr);
  bool is_cast = e.kind == ExprKind::Cast;
  e.target_type = to;
  e.type = is_cast ? to : bool_;
  e.cls = program_.types[to].cls;
  if (is_error(from) || is_error(to)) return e.type;
  auto is_object = [&](TypeId type) {
    TypeKind kind = kind_of(type);
    return kind == TypeKind::Class || kind == TypeKind::Array || kind == TypeKind::Null;
  };
  std::string_view what = is_cast ? "a cast" : "`instanceof`";
  if (!is_object(to) || !is_object(from)) {
    bool bad_target = !is_object(to);
    sink_.report(Kind::OoxTypeTestOfValue, bad_target ? e.type_expr->span : e.a->span, what,
                 type_name(bad_target ? to : from));
  } else if (!may_meet(from, to)) {
    sink_.report(is_cast ? Kind::OoxImpossibleCast : Kind::OoxImpossibleInstanceOf, e.span,
                 type_name(from), type_name(to));
  } else if (from == null_) {
    if (is_cast) adapt(*e.a, to);
  } else if (is_assignable(from, to)) {
    sink_.report(is_cast ? Kind::OoxUselessCast : Kind::OoxUselessInstanceOf, e.span,
                 type_name(from), type_name(to));
  }
  return e.type;
}

}  // namespace oox
