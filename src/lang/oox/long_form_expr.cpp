// Expressions from left to right. An access becomes the value of a new variable, and the
// expression keeps the variable. Local variables cannot change while an expression is
// evaluated, so operands without accesses stay where they are, unless their evaluation may
// throw or reads shared elements, and an access follows.
//
// `&&`, `||`, `==>` and `? :` with an access in an operand that may be skipped become branches.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "lang/oox/expander.h"
#include "lang/oox/printer.h"
#include "lang/oox/token.h"

namespace oox {

namespace {

bool is_lazy_operator(const Expr& e) {
  return e.kind == ExprKind::Binary &&
         (e.binary == BinaryOp::And || e.binary == BinaryOp::Or || e.binary == BinaryOp::Implies);
}

}  // namespace

Expr* Expander::pure(Expr* e) {
  if (!e->has_access || e->kind == ExprKind::Old) return e;
  if (is_access(e->kind)) return keep_access(*e, parts(e));
  if (is_lazy_operator(*e) && e->b->has_access) return lazy(e);
  if (e->kind == ExprKind::Conditional && (e->b->has_access || e->c->has_access)) return choice(e);
  Expr made = *e;
  std::vector<Expr**> list = {&made.a};
  if (e->kind == ExprKind::Binary) list.push_back(&made.b);
  operands(list);
  bool is_plain = made.a->kind == ExprKind::Name || made.a->kind == ExprKind::NullLit;
  if (e->kind == ExprKind::Paren && is_plain) return made.a;
  made.has_access = false;
  return program_.arena.make(made);
}

Expr* Expander::source(Expr* e) {
  if (e->kind == ExprKind::Paren) {
    Expr* inner = source(e->a);
    return inner == e->a ? e : inner;
  }
  return is_access(e->kind) ? parts(e) : pure(e);
}

Expr* Expander::parts(Expr* e) {
  Expr made = *e;
  switch (e->kind) {
    case ExprKind::Field: made.a = receiver(e->a); break;
    case ExprKind::Index:
      made.a = receiver(e->a);
      if (e->b->has_access) made.a = stable(made.a);
      made.b = pure(e->b);
      break;
    case ExprKind::Call: {
      if (e->a) made.a = receiver(e->a);
      bool is_late = std::any_of(e->args.begin(), e->args.end(),
                                 [](const Expr* arg) { return arg->has_access; });
      if (is_late && made.a) made.a = stable(made.a);
      made.args = arguments(e->args);
      break;
    }
    case ExprKind::New:
    case ExprKind::NewArray: made.args = arguments(e->args); break;
    case ExprKind::Choose: break;
    default: UNREACHABLE("not an access");
  }
  bool is_same = made.a == e->a && made.b == e->b && made.args.begin() == e->args.begin();
  return is_same ? e : program_.arena.make(made);
}

// A variable, `this`, `super`, a class, or a cast in brackets stays.
Expr* Expander::receiver(Expr* e) {
  if (e->has_access) return pure(e);
  const Expr* inner = strip(e);
  return inner->kind == ExprKind::Conditional ? keep(e, "object", {}) : e;
}

Expr* Expander::place(Expr* e) {
  Expr made = *e;
  made.a = stable(receiver(e->a));
  if (e->kind == ExprKind::Index) made.b = stable(pure(e->b));
  return program_.arena.make(made);
}

void Expander::operands(const std::vector<Expr**>& list) {
  std::size_t last = list.size();
  while (last > 0 && !(*list[last - 1])->has_access) --last;
  for (std::size_t i = 0; i < last; ++i) {
    Expr*& operand = *list[i];
    operand = pure(operand);
    if (i + 1 < last) operand = stable(operand);
  }
}

List<Expr*> Expander::arguments(const List<Expr*>& args) {
  bool is_pure =
      std::none_of(args.begin(), args.end(), [](const Expr* e) { return e->has_access; });
  if (is_pure) return args;
  std::vector<Expr*> made(args.begin(), args.end());
  std::vector<Expr**> list;
  list.reserve(made.size());
  for (Expr*& arg : made) list.push_back(&arg);
  operands(list);
  return program_.arena.list(made);
}

// ---------------------------------------------------------------- branches

// a && b: `bool test := a; if (test) { …; test := b; }`. A chain uses one variable. The branch
// has the place of what it tests, so that an execution shows a and its value.
Expr* Expander::lazy(Expr* e) {
  Expr* left = pure(e->a);
  bool is_implication = e->binary == BinaryOp::Implies;
  const Expr* plain = strip(left);
  bool is_own = plain->kind == ExprKind::Name && plain->var.index() < is_lazy_.size() &&
                is_lazy_[plain->var.index()];
  VarId test;
  if (is_own && !is_implication) {
    test = plain->var;
  } else {
    test = add_variable("test", bool_, e->span, {});
    is_lazy_.resize(test.index() + 1);
    is_lazy_[test.index()] = true;
    push(at(e->a->span, declaration(test, is_implication ? negation(left) : left)));
  }
  Stmts then = apart([&] { push(assignment(test, pure(e->b))); });
  Expr* goes_on = variable(test, e->span);
  if (e->binary != BinaryOp::And) goes_on = negation(goes_on);
  Branch kind = e->binary == BinaryOp::Or ? Branch::Opposite : Branch::Plain;
  push(at(e->a->span, branch(goes_on, then, {}, kind)));
  return variable(test, e->span);
}

// a ? b : c. Of two nulls no variable is made.
Expr* Expander::choice(Expr* e) {
  bool is_null = program_.types.kind(e->type) == TypeKind::Null;
  Expr* test = pure(e->a);
  VarId result;
  if (!is_null) {
    result = add_variable("choice", e->type, e->span, {});
    push(at(e->a->span, declaration(result, nullptr)));
  }
  auto end = [&](Expr* value) {
    return apart([&] {
      value = pure(value);
      if (result) push(assignment(result, value));
    });
  };
  Stmts then = end(e->b);
  Stmts otherwise = end(e->c);
  push(at(e->a->span, branch(test, then, otherwise, Branch::Plain)));
  if (result) return variable(result, e->span);
  Expr null;
  null.kind = ExprKind::NullLit;
  null.type = e->type;
  null.span = e->span;
  return program_.arena.make(null);
}

// ---------------------------------------------------------------- when to evaluate

bool Expander::commutes(Expr* e) {
  if (e->commutes == Expr::Commutes::Unknown) {
    bool result = commutes_itself(*e);
    for (Expr* part : {e->a, e->b, e->c}) result = result && (!part || commutes(part));
    e->commutes = result ? Expr::Commutes::Yes : Expr::Commutes::No;
  }
  return e->commutes == Expr::Commutes::Yes;
}

bool Expander::commutes_itself(const Expr& e) const {
  switch (e.kind) {
    case ExprKind::Quantifier:
    case ExprKind::SizeOf:
    case ExprKind::Cast: return false;
    case ExprKind::Unary:
    case ExprKind::Binary: break;
    default: return true;
  }
  TypeKind kind = program_.types.kind(e.type);
  if (e.kind == ExprKind::Unary) return e.unary == UnaryOp::Not || kind != TypeKind::Uint;
  switch (e.binary) {
    case BinaryOp::Sub: return kind != TypeKind::Uint;
    case BinaryOp::Div:
    case BinaryOp::Rem: {
      const Expr* divisor = strip(e.b);
      bool is_safe = divisor->kind == ExprKind::IntLit && !divisor->integer->is_zero();
      return is_safe || kind == TypeKind::Float;
    }
    default: return true;
  }
}

// ---------------------------------------------------------------- variables

Expr* Expander::keep(Expr* value, std::string_view wish, std::string shown) {
  while (value->kind == ExprKind::Paren) value = value->a;
  if (program_.types.kind(value->type) == TypeKind::Null) {
    return value->kind == ExprKind::Conditional ? choice(value) : value;
  }
  VarId var = add_variable(wish, value->type, value->span, std::move(shown));
  push(declaration(var, value));
  return variable(var, value->span);
}

Expr* Expander::keep_access(const Expr& written, Expr* access) {
  return keep(access, wish_for(written), shown_text(written));
}

VarId Expander::add_variable(std::string_view wish, TypeId type, Span span, std::string shown) {
  VarId var(method_.variables.size());
  method_.variables.push_back(
      {Variable::Kind::Temp, fresh_name(wish), type, span, std::move(shown)});
  return var;
}

// A variable with the name of a class would hide it.
Symbol Expander::fresh_name(std::string_view wish) {
  if (names_.empty()) {
    for (const Variable& v : method_.variables) names_.emplace(v.name, 1);
    names_.emplace(program_.symbols.make("retval"), 1);
  }
  Symbol plain = program_.symbols.make(wish);
  for (;;) {
    std::uint32_t asked = ++names_[plain];
    Symbol name = plain;
    if (asked > 1) {
      name = program_.symbols.make(fmt::format("{}{}", wish, asked));
      if (!names_.emplace(name, 1).second) continue;
    }
    if (!program_.find_class(name)) return name;
  }
}

// A field gives its name, a call that of its method, a `new` that of its class.
std::string Expander::wish_for(const Expr& access) const {
  switch (access.kind) {
    case ExprKind::Field:
    case ExprKind::Call: return std::string(program_.text(access.name));
    case ExprKind::Index: return "element";
    case ExprKind::Choose: return "chosen";
    case ExprKind::NewArray: return "array";
    default: break;
  }
  std::string name(program_.text(access.cls->name));
  if (name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return is_keyword(word_kind(name)) ? "object" : name;
}

// The text of a short expression; a long one shows its end.
std::string Expander::shown_text(const Expr& written) const {
  constexpr std::uint32_t kHigh = 16;
  constexpr std::size_t kLong = 40;
  if (written.height > kHigh) return "…" + wish_for(written);
  std::string text = print(program_, written);
  if (text.size() <= kLong) return text;
  std::size_t begin = text.size() - kLong;
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) ++begin;
  return "…" + text.substr(begin);
}

// ---------------------------------------------------------------- nodes

Expr* Expander::variable(VarId var, Span span) {
  Expr e;
  e.kind = ExprKind::Name;
  e.name = info(var).name;
  e.var = var;
  e.type = info(var).type;
  e.span = e.name_span = span;
  return program_.arena.make(e);
}

Expr* Expander::flag(bool value) {
  Expr e;
  e.kind = ExprKind::BoolLit;
  e.flag = value;
  e.type = bool_;
  e.span = here_;
  return program_.arena.make(e);
}

Expr* Expander::negation(Expr* e) {
  const Expr* plain = strip(e);
  if (plain->kind == ExprKind::Unary && plain->unary == UnaryOp::Not) return plain->a;
  Expr made;
  made.kind = ExprKind::Unary;
  made.unary = UnaryOp::Not;
  made.a = e;
  made.type = bool_;
  made.span = e->span;
  made.height = e->height + 1;
  return program_.arena.make(made);
}

Stmt* Expander::declaration(VarId var, Expr* value) {
  Stmt s;
  s.kind = StmtKind::Declare;
  s.type_expr = type_expr(info(var).type);
  s.name = info(var).name;
  s.name_span = info(var).span;
  s.value = value;
  s.var = var;
  s.span = here_;
  return program_.arena.make(s);
}

Stmt* Expander::assignment(VarId var, Expr* value) {
  Stmt s;
  s.kind = StmtKind::Assign;
  s.target = variable(var, value->span);
  s.value = value;
  s.span = here_;
  return program_.arena.make(s);
}

Stmt* Expander::branch(Expr* test, const Stmts& then, const Stmts& otherwise, Branch kind) {
  Stmt s;
  s.kind = StmtKind::If;
  s.branch = kind;
  s.value = test;
  s.body = new_block(then);
  if (!otherwise.empty()) s.otherwise = new_block(otherwise);
  s.span = here_;
  return program_.arena.make(s);
}

// Begins where `here_` ends, so that the head of a statement with this body is `here_`.
Stmt* Expander::new_block(const Stmts& stmts) {
  Stmt s;
  s.kind = StmtKind::Block;
  s.stmts = program_.arena.list(stmts);
  s.span = s.close = {here_.file, here_.end, here_.end};
  return program_.arena.make(s);
}

Stmt* Expander::at(Span span, Stmt* s) {
  s->span = span;
  if (s->body) s->body->span = {span.file, span.end, span.end};
  return s;
}

TypeExpr* Expander::type_expr(TypeId type) {
  TypeExpr made;
  const Type* t = &program_.types[type];
  for (; t->kind == TypeKind::Array; t = &program_.types[t->element]) ++made.dims;
  switch (t->kind) {
    case TypeKind::Bool: made.base = TypeName::Bool; break;
    case TypeKind::Uint: made.base = TypeName::Uint; break;
    case TypeKind::Float: made.base = TypeName::Float; break;
    case TypeKind::Char: made.base = TypeName::Char; break;
    case TypeKind::String: made.base = TypeName::String; break;
    case TypeKind::Class:
      made.base = TypeName::Class;
      made.name = t->cls->name;
      break;
    case TypeKind::IntLiteral:
    case TypeKind::Int: made.base = TypeName::Int; break;
    default: UNREACHABLE("a variable of no type");
  }
  return program_.arena.make(made);
}

}  // namespace oox
