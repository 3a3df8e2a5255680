// The printer keeps the brackets that the tree has (Paren) and adds those without
// which the text would mean another tree. A tree from the parser needs none; a
// mutated one may.
#include "lang/oox/print_expr.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/utf8.h"

namespace oox {

namespace {

// Levels continue those of precedence(BinaryOp).
constexpr int kWeakest = 0;  // conditional, quantifier
constexpr int kPrefix = 8;
constexpr int kPostfix = 9;

int level(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Conditional:
    case ExprKind::Quantifier: return kWeakest;
    case ExprKind::Binary: return precedence(expr.binary);
    case ExprKind::InstanceOf: return kComparison;
    case ExprKind::Unary:
    case ExprKind::SizeOf:
    case ExprKind::Cast: return kPrefix;
    case ExprKind::IntLit: return expr.integer->is_negative() ? kPrefix : kPostfix;
    case ExprKind::FloatLit: return expr.number < 0 ? kPrefix : kPostfix;
    default: return kPostfix;
  }
}

std::string float_text(double number) {
  std::string text = fmt::format("{}", number);
  bool is_plain = text.find_first_of(".e") == std::string::npos;
  return is_plain ? text + ".0" : text;
}

std::string_view type_word(TypeName base) {
  switch (base) {
    case TypeName::Void: return "void";
    case TypeName::Bool: return "bool";
    case TypeName::Int: return "int";
    case TypeName::Uint: return "uint";
    case TypeName::Float: return "float";
    case TypeName::Char: return "char";
    case TypeName::String: return "string";
    case TypeName::Class: break;
  }
  UNREACHABLE("a class type has a name");
}

}  // namespace

void ExprPrinter::type(const TypeExpr& type) {
  layout_.text(type.base == TypeName::Class ? program_.text(type.name) : type_word(type.base));
  for (std::uint32_t i = 0; i < type.dims; ++i) layout_.text("[]");
}

void ExprPrinter::args(const List<Expr*>& args) {
  layout_.text("(");
  open();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i == 0) {
      layout_.soft_line();
    } else {
      layout_.text(",");
      layout_.line();
    }
    emit(*args[i], kWeakest, true);
  }
  close();
  layout_.text(")");
}

// The outermost group continues at the statement's continuation indent, inner ones
// go further in.
void ExprPrinter::open() { layout_.open(groups_++ == 0 ? 0 : 4); }

void ExprPrinter::close() {
  --groups_;
  layout_.close();
}

// Prints an operand where the grammar wants at least level `least`. `is_last` says
// that nothing of the same bracket follows, so a quantifier, whose body reaches as
// far as it can, may end it.
void ExprPrinter::emit(const Expr& expr, int least, bool is_last) {
  bool needs_brackets = expr.kind == ExprKind::Quantifier ? !is_last : level(expr) < least;
  if (!needs_brackets) return emit_bare(expr, is_last);
  layout_.text("(");
  emit_bare(expr, true);
  layout_.text(")");
}

void ExprPrinter::emit_bare(const Expr& expr, bool is_last) {
  switch (expr.kind) {
    case ExprKind::IntLit:
    case ExprKind::FloatLit:
    case ExprKind::CharLit:
    case ExprKind::StringLit: return emit_literal(expr);
    case ExprKind::BoolLit: return layout_.text(expr.flag ? "true" : "false");
    case ExprKind::NullLit: return layout_.text("null");
    case ExprKind::Name: return layout_.text(program_.text(expr.name));
    case ExprKind::This: return layout_.text("this");
    case ExprKind::Super: return layout_.text("super");
    case ExprKind::Unary: return emit_prefix(spelling(expr.unary), *expr.a, is_last);
    case ExprKind::SizeOf: return emit_prefix("#", *expr.a, is_last);
    case ExprKind::Cast: return emit_cast(expr, is_last);
    case ExprKind::Conditional: return emit_conditional(expr, is_last);
    case ExprKind::Quantifier: return emit_quantifier(expr);
    case ExprKind::Binary:
      return expr.binary == BinaryOp::Implies ? emit_implication(expr, is_last)
                                              : emit_chain(expr, is_last);
    case ExprKind::InstanceOf:
      emit(*expr.a, kComparison, false);
      layout_.text(" instanceof ");
      return type(*expr.type_expr);
    case ExprKind::Paren:
      layout_.text("(");
      emit(*expr.a, kWeakest, true);
      return layout_.text(")");
    case ExprKind::Field:
      emit_receiver(*expr.a);
      return layout_.text(fmt::format(".{}", program_.text(expr.name)));
    case ExprKind::Index:
      emit_receiver(*expr.a);
      layout_.text("[");
      emit(*expr.b, kWeakest, true);
      return layout_.text("]");
    case ExprKind::Call:
    case ExprKind::Choose:
      if (expr.a != nullptr) {
        emit_receiver(*expr.a);
        layout_.text(".");
      }
      layout_.text(program_.text(expr.name));
      return args(expr.args);
    case ExprKind::Old:
      layout_.text("old(");
      emit(*expr.a, kWeakest, true);
      return layout_.text(")");
    case ExprKind::New:
      layout_.text("new ");
      type(*expr.type_expr);
      return args(expr.args);
    case ExprKind::NewArray:
      layout_.text("new ");
      type(*expr.type_expr);
      for (const Expr* size : expr.args) {
        layout_.text("[");
        emit(*size, kWeakest, true);
        layout_.text("]");
      }
      return;
    case ExprKind::Error: break;
  }
  UNREACHABLE("printing a tree with errors");
}

void ExprPrinter::emit_literal(const Expr& expr) {
  if (sources_ != nullptr && expr.span.is_valid()) return layout_.text(sources_->text(expr.span));
  switch (expr.kind) {
    case ExprKind::IntLit: return layout_.text(expr.integer->to_string());
    case ExprKind::FloatLit: return layout_.text(float_text(expr.number));
    case ExprKind::CharLit: return layout_.text(base::quote_char(expr.character));
    default: return layout_.text(base::quote_string(program_.text(expr.name)));
  }
}

// Operators of one level in a row, left-associative. Such trees are high to the
// left, so this descends in a loop.
void ExprPrinter::emit_chain(const Expr& expr, bool is_last) {
  int own = precedence(expr.binary);
  std::vector<const Expr*> links;
  const Expr* first = &expr;
  for (; first->kind == ExprKind::Binary && precedence(first->binary) == own; first = first->a) {
    links.push_back(first);
  }
  open();
  emit(*first, own, false);
  for (std::size_t i = links.size(); i-- > 0;) {
    layout_.line();
    layout_.text(spelling(links[i]->binary));
    layout_.text(" ");
    emit(*links[i]->b, own + 1, is_last && i == 0);
  }
  close();
}

// a ==> b ==> c, right-associative.
void ExprPrinter::emit_implication(const Expr& expr, bool is_last) {
  int own = precedence(BinaryOp::Implies);
  open();
  const Expr* rest = &expr;
  for (; rest->kind == ExprKind::Binary && rest->binary == BinaryOp::Implies; rest = rest->b) {
    emit(*rest->a, own + 1, false);
    layout_.line();
    layout_.text("==> ");
  }
  emit(*rest, own, is_last);
  close();
}

void ExprPrinter::emit_conditional(const Expr& expr, bool is_last) {
  open();
  const Expr* rest = &expr;
  for (; rest->kind == ExprKind::Conditional; rest = rest->c) {
    emit(*rest->a, kWeakest + 1, false);
    layout_.line();
    layout_.text("? ");
    emit(*rest->b, kWeakest, true);
    layout_.line();
    layout_.text(": ");
  }
  emit(*rest, kWeakest, is_last);
  close();
}

void ExprPrinter::emit_quantifier(const Expr& expr) {
  layout_.text(fmt::format("{} {}, {} : ", expr.is_forall ? "forall" : "exists",
                           program_.text(expr.name), program_.text(expr.index)));
  emit(*expr.a, kPostfix, false);
  layout_.text(" :");
  open();
  layout_.line();
  emit(*expr.b, kWeakest, true);
  close();
}

void ExprPrinter::emit_prefix(std::string_view sign, const Expr& operand, bool is_last) {
  if (sign == "-" && layout_.ends_with('-')) layout_.text(" ");
  layout_.text(sign);
  emit(operand, kPrefix, is_last);
}

// `(C) -x` would be a difference.
void ExprPrinter::emit_cast(const Expr& expr, bool is_last) {
  layout_.text("(");
  type(*expr.type_expr);
  layout_.text(") ");
  bool is_name = expr.type_expr->base == TypeName::Class && expr.type_expr->dims == 0;
  bool begins_with_minus = (expr.a->kind == ExprKind::Unary && expr.a->unary == UnaryOp::Neg) ||
                           (level(*expr.a) == kPrefix && (expr.a->kind == ExprKind::IntLit ||
                                                          expr.a->kind == ExprKind::FloatLit));
  emit(*expr.a, is_name && begins_with_minus ? kPostfix : kPrefix, is_last);
}

// What stands before `.` or `[`: a number would swallow the dot, an array creation
// the bracket.
void ExprPrinter::emit_receiver(const Expr& expr) {
  bool needs_brackets = expr.kind == ExprKind::IntLit || expr.kind == ExprKind::FloatLit ||
                        expr.kind == ExprKind::NewArray || expr.kind == ExprKind::Quantifier;
  if (!needs_brackets) return emit(expr, kPostfix, false);
  layout_.text("(");
  emit_bare(expr, true);
  layout_.text(")");
}

}  // namespace oox
