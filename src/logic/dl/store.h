// Owns and interns the trees of one program. Ids are dense and given in the order of first
// construction, which is deterministic; two ids are equal exactly if the trees are.
//
// The functions that make expressions fold constants only where asked (`simplified` in
// subst.h): symbolic states show expressions as substitution made them.
#pragma once

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/cons_store.h"
#include "logic/dl/expr.h"
#include "logic/dl/program.h"

namespace dl {

class Store {
 public:
  Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  const Variable& var(VarId id) const { return vars_[id.index()]; }
  const Expr& expr(ExprId id) const { return exprs_[id]; }
  const Stmt& stmt(StmtId id) const { return stmts_[id]; }
  const Code& code(CodeId id) const { return codes_[id]; }
  const Thread& thread(ThreadId id) const { return threads_[id]; }
  const Pool& pool(PoolId id) const { return pools_[id]; }
  const Subst& subst(SubstId id) const { return substs_[id]; }
  std::size_t var_count() const { return vars_.size(); }
  // The first statement of code that is not empty.
  const Stmt& first(CodeId id) const { return stmt(code(id).first); }

  VarId add_var(Variable var);                  // always a new one
  VarId find_var(std::string_view name) const;  // not among bound ones; invalid: none

  ExprId make_int(base::Integer value);
  ExprId make_bool(bool value);
  ExprId make_var(VarId var);
  ExprId make_unary(UnaryOp op, ExprId a);
  ExprId make_not(ExprId a) { return make_unary(UnaryOp::Not, a); }
  ExprId make_binary(BinaryOp op, ExprId a, ExprId b);
  ExprId make_and(ExprId a, ExprId b) { return make_binary(BinaryOp::And, a, b); }
  ExprId make_or(ExprId a, ExprId b) { return make_binary(BinaryOp::Or, a, b); }
  ExprId make_implies(ExprId a, ExprId b) { return make_binary(BinaryOp::Implies, a, b); }
  ExprId make_ite(ExprId a, ExprId b, ExprId c);
  ExprId make_forall(VarId var, ExprId body);
  ExprId make_exists(VarId var, ExprId body);
  ExprId make_box(PoolId pool, ExprId body);
  ExprId make_update(SubstId subst, ExprId body);
  // True for none.
  ExprId conjunction(const std::vector<ExprId>& parts);

  StmtId make_stmt(const Stmt& stmt);
  CodeId make_code(StmtId first, CodeId rest);
  CodeId make_code(const std::vector<StmtId>& stmts);
  // `code`, then `rest`.
  CodeId append(CodeId code, CodeId rest);

  ThreadId make_process(std::uint32_t index);
  ThreadId make_child(ThreadId parent, std::uint32_t index);
  // A total order that does not depend on when ids were given: a thread before its children,
  // children by their number.
  bool before(ThreadId a, ThreadId b) const;
  // `a` is below `b` in the tree of threads.
  bool is_descendant(ThreadId a, ThreadId b) const;
  // "0", "1", "0.2": the third thread started by process 0.
  std::string thread_name(ThreadId thread) const;

  // Sorts, and drops threads without code.
  PoolId make_pool(Pool pool);
  PoolId empty_pool() { return make_pool({}); }
  // Sorts, and drops variables that are mapped to themselves.
  SubstId make_subst(Subst subst);
  SubstId empty_subst() { return make_subst({}); }
  // subst[var ↦ value]
  SubstId with(SubstId subst, VarId var, ExprId value);
  // What `subst` maps `var` to; the variable itself if it is not mapped.
  ExprId lookup(SubstId subst, VarId var);

 private:
  ExprId intern(Expr expr);

  struct Hash {
    std::size_t operator()(const Expr& expr) const;
    std::size_t operator()(const Stmt& stmt) const;
    std::size_t operator()(const Code& code) const;
    std::size_t operator()(const Thread& thread) const;
    std::size_t operator()(const Pool& pool) const;
    std::size_t operator()(const Subst& subst) const;
  };
  // Flags and sort follow from the rest.
  struct EqualExprs {
    bool operator()(const Expr& x, const Expr& y) const;
  };

  std::deque<Variable> vars_;
  base::ConsStore<ExprId, Expr, Hash, EqualExprs> exprs_;
  base::ConsStore<StmtId, Stmt, Hash> stmts_;
  base::ConsStore<CodeId, Code, Hash> codes_;
  base::ConsStore<ThreadId, Thread, Hash> threads_;
  base::ConsStore<PoolId, Pool, Hash> pools_;
  base::ConsStore<SubstId, Subst, Hash> substs_;
  std::unordered_map<std::string_view, VarId> names_;  // of variables that are not bound
};

}  // namespace dl
