#include "lang/oox/ast.h"

#include <algorithm>

#include "base/check.h"

namespace oox {

bool is_access(ExprKind kind) {
  switch (kind) {
    case ExprKind::Field:
    case ExprKind::Index:
    case ExprKind::Call:
    case ExprKind::Choose:
    case ExprKind::New:
    case ExprKind::NewArray: return true;
    default: return false;
  }
}

std::optional<std::int64_t> literal_value(const Expr& e) {
  const Expr* inner = strip(&e);
  if (inner->kind == ExprKind::IntLit) return inner->integer->to_int64();
  bool is_negated = inner->kind == ExprKind::Unary && inner->unary == UnaryOp::Neg;
  auto value = is_negated ? literal_value(*inner->a) : std::nullopt;
  return value ? std::optional(-*value) : std::nullopt;
}

std::string_view spelling(UnaryOp op) {
  switch (op) {
    case UnaryOp::Neg: return "-";
    case UnaryOp::Not: return "!";
  }
  UNREACHABLE("unary operator {}", static_cast<int>(op));
}

std::string_view spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::Implies: return "==>";
    case BinaryOp::Or: return "||";
    case BinaryOp::And: return "&&";
    case BinaryOp::Eq: return "==";
    case BinaryOp::Ne: return "!=";
    case BinaryOp::Lt: return "<";
    case BinaryOp::Le: return "<=";
    case BinaryOp::Gt: return ">";
    case BinaryOp::Ge: return ">=";
    case BinaryOp::Add: return "+";
    case BinaryOp::Sub: return "-";
    case BinaryOp::Mul: return "*";
    case BinaryOp::Div: return "/";
    case BinaryOp::Rem: return "%";
  }
  UNREACHABLE("binary operator {}", static_cast<int>(op));
}

int precedence(BinaryOp op) {
  switch (op) {
    case BinaryOp::Implies: return 1;
    case BinaryOp::Or: return 2;
    case BinaryOp::And: return 3;
    case BinaryOp::Eq:
    case BinaryOp::Ne: return 4;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge: return 5;
    case BinaryOp::Add:
    case BinaryOp::Sub: return 6;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem: return 7;
  }
  UNREACHABLE("binary operator {}", static_cast<int>(op));
}

namespace {

bool is_preparation(const Stmt* stmt) {
  if (stmt == nullptr) return true;
  switch (stmt->kind) {
    case StmtKind::Skip:
    case StmtKind::Declare: return true;
    case StmtKind::Assign: return stmt->target->kind == ExprKind::Name;
    case StmtKind::If: return is_preparation(stmt->body) && is_preparation(stmt->otherwise);
    case StmtKind::Block:
      return std::all_of(stmt->stmts.begin(), stmt->stmts.end(), is_preparation);
    default: return false;
  }
}

}  // namespace

const Stmt* find_super_call(const Stmt& body) {
  for (const Stmt* stmt : body.stmts) {
    if (stmt->kind == StmtKind::SuperCall) return stmt;
    if (!is_preparation(stmt)) return nullptr;
  }
  return nullptr;
}

const Clause* find_spec(const Member& member) {
  for (const Clause& clause : member.clauses) {
    if (clause.kind == ClauseKind::Spec) return &clause;
  }
  return nullptr;
}

}  // namespace oox
