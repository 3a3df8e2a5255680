#include "ir/bir_writer.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "base/check.h"
#include "base/utf8.h"
#include "ir/bir_names.h"
#include "ir/typing.h"

namespace ir {

namespace {

constexpr int kUnaryPrecedence = 12;

// Shortest text that reads back to the same bits.
std::string float_text(double value) {
  if (std::isnan(value)) {
    return fmt::format("float({:#018x})", std::bit_cast<std::uint64_t>(value));
  }
  if (std::isinf(value)) return value < 0 ? "float(-inf)" : "float(inf)";
  std::string digits = fmt::format("{}", value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

int precedence_of(const Expr& e) {
  switch (e.kind) {
    case ExprKind::Binary: return precedence(e.binary);
    case ExprKind::Unary: return kUnaryPrecedence + (is_function(e.unary) ? 1 : 0);
    case ExprKind::InstanceOf:
    case ExprKind::Cast: return kTestPrecedence;
    default: return kUnaryPrecedence + 1;
  }
}

}  // namespace

BirWriter::BirWriter(const Program& program, const Procedure* proc)
    : program_(program), proc_(proc) {
  if (proc_ == nullptr) return;
  for (const Local& local : proc_->locals) locals_.insert(local.name);
}

void BirWriter::local(LocalId id) { text(quote_piece(proc_->local(id).name)); }

// ---------------------------------------------------------------- types

void BirWriter::type(TypeId id) {
  const Type& t = program_.type(id);
  switch (t.kind) {
    case TypeKind::Range: text(fmt::format("range {}..{}", t.lo, t.hi)); return;
    case TypeKind::Enum: text(quote_name(program_.enums[t.enumeration.index()].name)); return;
    case TypeKind::Record: text(quote_name(program_.cls(t.cls).name)); return;
    case TypeKind::Lock:
      text("lock");
      if (t.waits) text(" wait");
      if (t.reentrant) text(" reentrant");
      return;
    case TypeKind::Array:
      text("array of ");
      type(t.element);
      return;
    case TypeKind::FixedArray:
      text(fmt::format("array [{}] of ", t.hi));
      type(t.element);
      return;
    case TypeKind::Ref: {
      text("ref " + quote_name(program_.cls(t.cls).name));
      if (t.collections.empty()) return;
      std::string_view separator = " { ";
      for (CollectionId c : t.collections) {
        text(separator);
        text(quote_name(program_.collections[c.index()].name));
        separator = ", ";
      }
      text(" }");
      return;
    }
    default: break;
  }
  static constexpr std::string_view kKeywords[] = {
#define TYPE(name, keyword) keyword,
#include "ir/types.def"
#undef TYPE
  };
  text(kKeywords[static_cast<std::size_t>(t.kind)]);
}

// ---------------------------------------------------------------- literals

void BirWriter::literal(const Constant& value) {
  std::visit(Match{
                 [&](NullValue) { text("null"); },
                 [&](bool b) { text(b ? "true" : "false"); },
                 [&](const base::Integer& i) { text(i.to_string()); },
                 [&](double d) { text(float_text(d)); },
                 [&](char32_t c) { text(base::quote_char(c)); },
                 [&](const std::string& s) { text(base::quote_string(s)); },
             },
             value);
}

// Literals whose text does not tell the type that the expression has.
bool BirWriter::needs_ascription(const Expr& e) const {
  TypeKind kind = program_.type(e.type).kind;
  if (e.kind == ExprKind::Ite) {
    return conditional_type(program_, program_.expr(e.b).type, program_.expr(e.c).type) != e.type;
  }
  switch (kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Uint:
    case TypeKind::Long:
    case TypeKind::Float:
    case TypeKind::Char:
    case TypeKind::Null: return false;
    case TypeKind::String:
      return !std::holds_alternative<std::string>(program_.constant(e.constant));
    case TypeKind::Enum: return enum_member(e).empty();
    default: return true;
  }
}

std::string BirWriter::enum_member(const Expr& e) const {
  const Enum& declared = program_.enums[program_.type(e.type).enumeration.index()];
  const auto& value = std::get<base::Integer>(program_.constant(e.constant));
  std::string_view first_piece = std::string_view(declared.name).substr(0, declared.name.find('.'));
  if (locals_.contains(first_piece)) return {};
  for (const Enum::Member& member : declared.members) {
    if (base::Integer(member.value) != value) continue;
    return quote_name(declared.name) + "." + quote_piece(member.name);
  }
  return {};
}

void BirWriter::constant(const Expr& e) {
  const Constant& value = program_.constant(e.constant);
  const Type& t = program_.type(e.type);
  if (t.kind == TypeKind::Enum && !needs_ascription(e)) return text(enum_member(e));
  literal(value);
  if (t.kind == TypeKind::Uint) text("u");
  if (t.kind == TypeKind::Long) text("L");
  if (needs_ascription(e)) {
    text(" of ");
    type(e.type);
  }
}

// ---------------------------------------------------------------- expressions

void BirWriter::expr(ExprId id) {
  const Expr& e = program_.expr(id);
  switch (e.kind) {
    case ExprKind::Constant: constant(e); return;
    case ExprKind::Local: local(e.local); return;
    case ExprKind::Unary: unary(e); return;
    case ExprKind::Binary: binary(e); return;
    case ExprKind::Forall:
    case ExprKind::Exists: quantifier(e); return;
    case ExprKind::Ite:
      text("(");
      operand(e.a, 1, false);
      text(" ? ");
      operand(e.b, 1, false);
      text(" : ");
      operand(e.c, 1, false);
      text(")");
      if (needs_ascription(e)) {
        text(" of ");
        type(e.type);
      }
      return;
    case ExprKind::Length: function("length", e); return;
    case ExprKind::CharAt: function("charAt", e); return;
    case ExprKind::Substring: function("substring", e); return;
    case ExprKind::Accepts: function("accepts", e); return;
    case ExprKind::InstanceOf:
      primary(e.a);
      text(" instanceof ");
      if (e.cls) {
        text(quote_name(program_.cls(e.cls).name));
      } else {
        type(e.tested);
      }
      return;
    case ExprKind::Cast:
      primary(e.a);
      text(" as ");
      type(e.type);
      return;
    case ExprKind::FieldOf:
      text("value(");
      field(e.a, e.field);
      text(")");
      return;
    case ExprKind::ElementOf:
      text("value(");
      primary(e.a);
      text("[");
      expr(e.b);
      text("])");
      return;
    case ExprKind::GlobalOf:
      text("value(");
      global(e.global);
      text(")");
      return;
  }
  UNREACHABLE("expression kind");
}

void BirWriter::function(std::string_view name, const Expr& e) {
  text(name);
  text("(");
  expr(e.a);
  for (ExprId operand : {e.b, e.c}) {
    if (!operand) continue;
    text(", ");
    expr(operand);
  }
  text(")");
}

void BirWriter::primary(ExprId id) {
  const Expr& e = program_.expr(id);
  bool plain = e.kind == ExprKind::Local || e.kind == ExprKind::Length ||
               e.kind == ExprKind::CharAt || e.kind == ExprKind::Substring ||
               e.kind == ExprKind::FieldOf || e.kind == ExprKind::ElementOf ||
               e.kind == ExprKind::GlobalOf || (e.kind == ExprKind::Unary && is_function(e.unary));
  if (!plain) text("(");
  expr(id);
  if (!plain) text(")");
}

void BirWriter::unary(const Expr& e) {
  if (is_function(e.unary)) return function(spelling(e.unary), e);
  text(spelling(e.unary));
  // `-5` is a literal, so the negation of 5 is `-(5)`.
  const Expr& inner = program_.expr(e.a);
  bool constant_inside = inner.kind == ExprKind::Constant || inner.kind == ExprKind::Unary;
  if (constant_inside) {
    primary(e.a);
  } else {
    operand(e.a, kUnaryPrecedence, false);
  }
}

void BirWriter::binary(const Expr& e) {
  int level = precedence(e.binary);
  bool right_associative = e.binary == BinaryOp::Implies;
  operand(e.a, level, right_associative);
  text(" ");
  text(spelling(e.binary));
  text(" ");
  operand(e.b, level, !right_associative);
}

void BirWriter::operand(ExprId id, int level, bool parens_if_equal) {
  const Expr& e = program_.expr(id);
  int inner = precedence_of(e);
  bool ascribed = (e.kind == ExprKind::Constant || e.kind == ExprKind::Ite) && needs_ascription(e);
  if (inner < level || (inner == level && parens_if_equal) || ascribed) {
    text("(");
    expr(id);
    text(")");
  } else {
    expr(id);
  }
}

void BirWriter::quantifier(const Expr& e) {
  text(e.kind == ExprKind::Forall ? "(forall " : "(exists ");
  local(e.local);
  if (e.index) {
    text(", ");
    local(e.index);
  }
  text(" : ");
  primary(e.a);
  text(" : ");
  expr(e.b);
  text(")");
}

// ---------------------------------------------------------------- accesses

void BirWriter::global(GlobalId id) {
  const std::string& name = program_.global(id).name;
  if (locals_.contains(std::string_view(name).substr(0, name.find('.')))) text("::");
  text(quote_name(name));
}

// `object.field`, or `object.Class::field` if the static type of the object does
// not lead to the field by its name alone.
void BirWriter::field(ExprId object, FieldId id) {
  const Field& f = program_.field(id);
  primary(object);
  text(".");
  const Type& t = program_.type_of(object);
  bool found = (t.kind == TypeKind::Ref || t.kind == TypeKind::Record) &&
               find_field(program_, t.cls, f.name) == id;
  if (!found) text(quote_name(program_.cls(f.owner).name) + "::");
  text(quote_piece(f.name));
}

void BirWriter::lock(const LockPlace& place) {
  text("(");
  if (place.global) {
    global(place.global);
  } else if (place.field) {
    field(place.object, place.field);
  } else {
    expr(place.object);
  }
  text(")");
}

void BirWriter::target(LocalId id) {
  if (!id) return;
  local(id);
  text(" := ");
}

void BirWriter::callee(const Callee& callee) {
  if (callee.is_virtual()) {
    text("virtual " + quote_name(program_.cls(callee.declared).name) + "." +
         quote_piece(callee.selector));
  } else {
    text(quote_name(program_.proc(callee.proc).name));
  }
}

void BirWriter::list(const std::vector<ExprId>& exprs) {
  text("(");
  for (std::size_t i = 0; i < exprs.size(); ++i) {
    if (i != 0) text(", ");
    expr(exprs[i]);
  }
  text(")");
}

void BirWriter::collection(CollectionId id) {
  if (id) text(" in " + quote_name(program_.collections[id.index()].name));
}

// ---------------------------------------------------------------- actions

// One overload per action; a new action fails to compile until it has a text.
struct BirWriter::Actions {
  BirWriter& w;

  void store(ExprId value) const { w.text(" := "), w.expr(value); }
  void element(ExprId array, ExprId index) const {
    w.primary(array), w.text("["), w.expr(index), w.text("]");
  }
  void mode(AccessMode mode) const {
    if (mode != AccessMode::Declared) w.text("@"), w.text(spelling(mode));
  }
  void locked(std::string_view word, const LockPlace& lock) const { w.text(word), w.lock(lock); }
  void condition(std::string_view word, ExprId e) const {
    w.text(word), w.text(" ("), w.expr(e), w.text(")");
  }

  void operator()(const Assign& a) const { w.target(a.target), w.expr(a.value); }
  void operator()(const LoadField& a) const {
    w.target(a.target), w.field(a.object, a.field), mode(a.mode);
  }
  void operator()(const StoreField& a) const {
    w.field(a.object, a.field), mode(a.mode), store(a.value);
  }
  void operator()(const LoadElement& a) const {
    w.target(a.target), element(a.array, a.index), mode(a.mode);
  }
  void operator()(const StoreElement& a) const {
    element(a.array, a.index), mode(a.mode), store(a.value);
  }
  void operator()(const LoadGlobal& a) const {
    w.target(a.target), w.global(a.global), mode(a.mode);
  }
  void operator()(const StoreGlobal& a) const { w.global(a.global), mode(a.mode), store(a.value); }
  void operator()(const New& a) const {
    w.target(a.target);
    w.text("new " + quote_name(w.program_.cls(a.cls).name));
    w.collection(a.collection);
  }
  void operator()(const NewArray& a) const {
    w.target(a.target), w.text("new "), w.type(a.type), w.text(" ");
    for (ExprId size : a.sizes) w.text("["), w.expr(size), w.text("]");
    w.collection(a.collection);
  }
  void operator()(const Call& a) const {
    w.target(a.target), w.text("call "), w.callee(a.callee), w.list(a.args);
  }
  void operator()(const Fork& a) const {
    w.target(a.target), w.text(a.is_daemon ? "fork daemon " : "fork ");
    w.callee(a.callee), w.list(a.args);
  }
  void operator()(const Join&) const { w.text("join"); }
  void operator()(const JoinThread& a) const { condition("join", a.thread); }
  void operator()(const Self& a) const { w.target(a.target), w.text("self()"); }
  void operator()(const Enter& a) const { locked(a.orders ? "enter" : "enterUnordered", a.lock); }
  void operator()(const Exit& a) const { locked(a.orders ? "exit" : "exitUnordered", a.lock); }
  void operator()(const Acquire& a) const { locked("acquire", a.lock); }
  void operator()(const Release& a) const { locked("release", a.lock); }
  void operator()(const Wait& a) const { locked(a.orders ? "wait" : "waitUnordered", a.lock); }
  void operator()(const Unwait& a) const {
    w.text(a.may_give_up ? "timedUnwait" : "unwait");
    locked(a.orders ? "" : "Unordered", a.lock);
  }
  void operator()(const Notify& a) const { locked("notify", a.lock); }
  void operator()(const NotifyAll& a) const { locked("notifyAll", a.lock); }
  void operator()(const TestLock& a) const { w.target(a.target), locked(spelling(a.test), a.lock); }
  void operator()(const TestThread& a) const {
    w.target(a.target), w.text("threadTerminated("), w.expr(a.thread), w.text(")");
  }
  void operator()(const Assert& a) const {
    condition(a.is_invariant ? "invariant" : "assert", a.condition);
  }
  void operator()(const Assume& a) const {
    if (a.halts) return w.text("halt");
    condition("assume", a.condition);
  }
  void operator()(const CheckContract& a) const { w.text("check "), w.text(spelling(a.kind)); }
  void operator()(const Limit& a) const {
    w.text(a.unsupported ? "limit unsupported " : "limit "), w.text(base::quote_string(a.what));
  }
  void operator()(const Havoc& a) const { w.text("havoc "), w.local(a.target); }
  void operator()(const Choose& a) const {
    w.target(a.target), w.text(a.external ? "externChoose" : "internChoose"), w.list(a.values);
  }
  void operator()(const ChooseInstance& a) const {
    w.target(a.target), w.text("forall(" + quote_name(w.program_.cls(a.cls).name) + ")");
  }
  void operator()(const ChooseReachable& a) const {
    w.target(a.target), w.text("reachable(" + quote_name(w.program_.cls(a.cls).name) + ", ");
    w.expr(a.root), w.text(")");
  }
  void operator()(const Throw& a) const {
    w.text("throw "), w.text(keyword(a.kind)), w.text(" " + base::quote_string(a.message));
    if (a.object) w.text(" with "), w.expr(a.object);
  }
  void operator()(const Catch& a) const {
    w.text("catch");
    if (a.target) w.text(" "), w.local(a.target);
  }
  void operator()(const Return& a) const {
    w.text("return");
    if (a.value) w.text(" "), w.expr(a.value);
  }
  void operator()(const Print& a) const {
    w.text(a.ends_line ? "println(" : "print(");
    for (std::size_t i = 0; i < a.items.size(); ++i) {
      if (i != 0) w.text(", ");
      item(a.items[i]);
    }
    w.text(")");
  }
  // A quoted text alone is an item of text, so a string value has parentheses.
  void item(const PrintItem& item) const {
    if (!item.value) {
      w.text(base::quote_string(item.text));
    } else {
      w.primary(item.value);
    }
  }
  void operator()(std::monostate) const { UNREACHABLE("an empty action"); }
};

void BirWriter::action(const Action& action) { ir::visit(Actions{*this}, action); }

}  // namespace ir
