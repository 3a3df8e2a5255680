#include "lang/oox/mutate/reads.h"

namespace mutate {

using oox::Expr;
using oox::ExprKind;
using oox::Stmt;
using oox::StmtKind;

namespace {

class Reads {
 public:
  explicit Reads(std::vector<bool>& read) : read_(read) {}

  void expr(const Expr* e) {
    if (!e) return;
    if (e->kind == ExprKind::Name && e->var.is_valid()) read_[e->var.index()] = true;
    expr(e->a);
    expr(e->b);
    expr(e->c);
    for (const Expr* arg : e->args) expr(arg);
  }

  void stmt(const Stmt* s) {
    if (!s) return;
    bool is_write = s->kind == StmtKind::Assign && s->target->kind == ExprKind::Name;
    if (!is_write) expr(s->target);
    expr(s->value);
    for (const Expr* arg : s->args) expr(arg);
    stmt(s->body);
    stmt(s->otherwise);
    for (const Stmt* inner : s->stmts) stmt(inner);
    for (const Stmt* inner : s->updates) stmt(inner);
    for (const oox::Clause& clause : s->invariants) expr(clause.condition);
  }

 private:
  std::vector<bool>& read_;
};

}  // namespace

std::vector<bool> variables_read(const oox::Member& member) {
  std::vector<bool> read(member.method->variables.size());
  Reads reads(read);
  for (const oox::Clause& clause : member.clauses) {
    if (clause.condition != nullptr) reads.expr(clause.condition);
  }
  reads.stmt(member.body);
  return read;
}

}  // namespace mutate
