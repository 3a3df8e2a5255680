#include "logic/dl/store.h"

#include <algorithm>
#include <functional>

#include "base/check.h"

namespace dl {

namespace {

// Boost's hash_combine, for 64 bits.
void mix(std::size_t& seed, std::size_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 12U) + (seed >> 4U);
}

template <class Tag>
void mix(std::size_t& seed, base::Id<Tag> id) {
  mix(seed, id.index());
}

}  // namespace

std::size_t Store::Hash::operator()(const Expr& expr) const {
  std::size_t seed = static_cast<std::size_t>(expr.kind);
  mix(seed, static_cast<std::size_t>(expr.unary));
  mix(seed, static_cast<std::size_t>(expr.binary));
  mix(seed, static_cast<std::size_t>(expr.flag));
  mix(seed, expr.var);
  mix(seed, expr.a);
  mix(seed, expr.b);
  mix(seed, expr.c);
  mix(seed, expr.pool);
  mix(seed, expr.subst);
  mix(seed, expr.number.hash());
  return seed;
}

bool Store::EqualExprs::operator()(const Expr& x, const Expr& y) const {
  return x.kind == y.kind && x.unary == y.unary && x.binary == y.binary && x.flag == y.flag &&
         x.var == y.var && x.a == y.a && x.b == y.b && x.c == y.c && x.pool == y.pool &&
         x.subst == y.subst && x.number == y.number;
}

std::size_t Store::Hash::operator()(const Stmt& stmt) const {
  std::size_t seed = static_cast<std::size_t>(stmt.kind);
  mix(seed, stmt.target);
  mix(seed, stmt.value);
  mix(seed, stmt.body);
  mix(seed, stmt.otherwise);
  mix(seed, stmt.bound ? *stmt.bound + 1ULL : 0ULL);
  mix(seed, stmt.invariant);
  mix(seed, std::hash<std::string>()(stmt.name));
  mix(seed, stmt.span.begin);
  mix(seed, stmt.span.end);
  return seed;
}

std::size_t Store::Hash::operator()(const Code& code) const {
  std::size_t seed = code.first.index();
  mix(seed, code.rest);
  return seed;
}

std::size_t Store::Hash::operator()(const Thread& thread) const {
  std::size_t seed = thread.index;
  mix(seed, thread.parent);
  return seed;
}

std::size_t Store::Hash::operator()(const Pool& pool) const {
  std::size_t seed = pool.size();
  for (const PoolEntry& entry : pool) {
    mix(seed, entry.thread);
    mix(seed, entry.code);
    mix(seed, entry.spawned);
  }
  return seed;
}

std::size_t Store::Hash::operator()(const Subst& subst) const {
  std::size_t seed = subst.size();
  for (const auto& [var, value] : subst) {
    mix(seed, var);
    mix(seed, value);
  }
  return seed;
}

Store::Store() = default;
Store::~Store() = default;

VarId Store::add_var(Variable var) {
  VarId id(vars_.size());
  vars_.push_back(std::move(var));
  const Variable& added = vars_.back();
  if (!added.is_bound) names_.emplace(added.name, id);
  return id;
}

VarId Store::find_var(std::string_view name) const {
  auto found = names_.find(name);
  return found == names_.end() ? VarId() : found->second;
}

ExprId Store::intern(Expr expr) {
  for (ExprId part : {expr.a, expr.b, expr.c}) {
    if (!part) continue;
    const Expr& other = exprs_[part];
    expr.has_modality |= other.has_modality;
    expr.has_quantifier |= other.has_quantifier;
    expr.has_division |= other.has_division;
  }
  return exprs_.make(std::move(expr));
}

ExprId Store::make_int(base::Integer value) {
  Expr expr;
  expr.kind = ExprKind::Int;
  expr.sort = Sort::Int;
  expr.number = std::move(value);
  return intern(std::move(expr));
}

ExprId Store::make_bool(bool value) {
  Expr expr;
  expr.flag = value;
  return intern(std::move(expr));
}

ExprId Store::make_var(VarId id) {
  Expr expr;
  expr.kind = ExprKind::Var;
  expr.sort = var(id).sort;
  expr.var = id;
  return intern(std::move(expr));
}

ExprId Store::make_unary(UnaryOp op, ExprId a) {
  Expr expr;
  expr.kind = ExprKind::Unary;
  expr.unary = op;
  expr.sort = op == UnaryOp::Neg ? Sort::Int : Sort::Bool;
  CHECK(this->expr(a).sort == expr.sort, "operand of a wrong sort");
  expr.a = a;
  return intern(std::move(expr));
}

ExprId Store::make_binary(BinaryOp op, ExprId a, ExprId b) {
  Expr expr;
  expr.kind = ExprKind::Binary;
  expr.binary = op;
  expr.sort = result_sort(op);
  const Sort sort = this->expr(a).sort;
  const bool is_equality = op == BinaryOp::Eq || op == BinaryOp::Ne;
  CHECK(sort == this->expr(b).sort && (is_equality || sort == operand_sort(op)),
        "operands of a wrong sort");
  expr.has_division = op == BinaryOp::Div || op == BinaryOp::Rem;
  expr.a = a;
  expr.b = b;
  return intern(std::move(expr));
}

ExprId Store::make_ite(ExprId a, ExprId b, ExprId c) {
  Expr expr;
  expr.kind = ExprKind::Ite;
  expr.sort = this->expr(b).sort;
  CHECK(this->expr(a).sort == Sort::Bool && this->expr(c).sort == expr.sort,
        "operands of a wrong sort");
  expr.a = a;
  expr.b = b;
  expr.c = c;
  return intern(std::move(expr));
}

ExprId Store::make_forall(VarId var, ExprId body) {
  Expr expr;
  expr.kind = ExprKind::Forall;
  expr.has_quantifier = true;
  expr.var = var;
  expr.a = body;
  return intern(std::move(expr));
}

ExprId Store::make_exists(VarId var, ExprId body) {
  Expr expr;
  expr.kind = ExprKind::Exists;
  expr.has_quantifier = true;
  expr.var = var;
  expr.a = body;
  return intern(std::move(expr));
}

ExprId Store::make_box(PoolId pool, ExprId body) {
  Expr expr;
  expr.kind = ExprKind::Box;
  expr.has_modality = true;
  expr.pool = pool;
  expr.a = body;
  return intern(std::move(expr));
}

ExprId Store::make_update(SubstId subst, ExprId body) {
  Expr expr;
  expr.kind = ExprKind::Update;
  expr.has_modality = true;
  for (const auto& [var, value] : this->subst(subst)) {
    expr.has_division |= this->expr(value).has_division;
  }
  expr.subst = subst;
  expr.a = body;
  return intern(std::move(expr));
}

ExprId Store::conjunction(const std::vector<ExprId>& parts) {
  if (parts.empty()) return make_bool(true);
  ExprId all = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) all = make_and(all, parts[i]);
  return all;
}

StmtId Store::make_stmt(const Stmt& stmt) { return stmts_.make(stmt); }

CodeId Store::make_code(StmtId first, CodeId rest) { return codes_.make(Code{first, rest}); }

CodeId Store::make_code(const std::vector<StmtId>& stmts) {
  CodeId code;
  for (auto it = stmts.rbegin(); it != stmts.rend(); ++it) code = make_code(*it, code);
  return code;
}

CodeId Store::append(CodeId code, CodeId rest) {
  if (!rest) return code;
  std::vector<StmtId> stmts;
  for (; code; code = this->code(code).rest) stmts.push_back(this->code(code).first);
  for (auto it = stmts.rbegin(); it != stmts.rend(); ++it) rest = make_code(*it, rest);
  return rest;
}

ThreadId Store::make_process(std::uint32_t index) { return make_child(ThreadId(), index); }

ThreadId Store::make_child(ThreadId parent, std::uint32_t index) {
  return threads_.make(Thread{parent, index});
}

bool Store::before(ThreadId a, ThreadId b) const {
  auto path_of = [this](ThreadId id) {
    std::vector<std::uint32_t> path;
    for (; id; id = thread(id).parent) path.push_back(thread(id).index);
    std::reverse(path.begin(), path.end());
    return path;
  };
  if (a == b) return false;
  if (!thread(a).parent && !thread(b).parent) return thread(a).index < thread(b).index;
  return path_of(a) < path_of(b);
}

bool Store::is_descendant(ThreadId a, ThreadId b) const {
  for (ThreadId id = thread(a).parent; id; id = thread(id).parent) {
    if (id == b) return true;
  }
  return false;
}

std::string Store::thread_name(ThreadId id) const {
  const Thread& named = thread(id);
  std::string own = std::to_string(named.index);
  return named.parent ? thread_name(named.parent) + "." + own : own;
}

PoolId Store::make_pool(Pool pool) {
  std::erase_if(pool, [](const PoolEntry& entry) { return !entry.code; });
  std::sort(pool.begin(), pool.end(),
            [this](const PoolEntry& a, const PoolEntry& b) { return before(a.thread, b.thread); });
  return pools_.make(std::move(pool));
}

SubstId Store::make_subst(Subst subst) {
  std::erase_if(subst, [this](const auto& entry) {
    const Expr& value = expr(entry.second);
    return value.kind == ExprKind::Var && value.var == entry.first;
  });
  std::sort(subst.begin(), subst.end());
  return substs_.make(std::move(subst));
}

SubstId Store::with(SubstId id, VarId var, ExprId value) {
  Subst changed = subst(id);
  auto at = std::lower_bound(changed.begin(), changed.end(), std::pair(var, ExprId(0)),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
  if (at != changed.end() && at->first == var) {
    at->second = value;
  } else {
    changed.emplace(at, var, value);
  }
  return make_subst(std::move(changed));
}

ExprId Store::lookup(SubstId id, VarId var) {
  const Subst& all = subst(id);
  auto at = std::lower_bound(all.begin(), all.end(), std::pair(var, ExprId(0)),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
  if (at != all.end() && at->first == var) return at->second;
  return make_var(var);
}

}  // namespace dl
