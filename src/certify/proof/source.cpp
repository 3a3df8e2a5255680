#include "certify/proof/source.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "base/utf8.h"
#include "lang/pl/load.h"
#include "logic/dl/print.h"
#include "logic/dl/program.h"

namespace proof {

namespace {

using dl::ExprId;

// Compares trees of two stores. What was compared once is not compared again, as trees share
// parts; a difference ends everything.
class Comparison {
 public:
  Comparison(const dl::Store& left, const dl::Store& right) : left_(left), right_(right) {}

  bool exprs(ExprId x, ExprId y) {
    if (x.is_valid() != y.is_valid()) return false;
    if (!x || !exprs_.emplace(x, y).second) return true;
    const dl::Expr& a = left_.expr(x);
    const dl::Expr& b = right_.expr(y);
    return a.kind == b.kind && a.sort == b.sort && a.unary == b.unary && a.binary == b.binary &&
           a.flag == b.flag && a.number == b.number && vars(a.var, b.var) && exprs(a.a, b.a) &&
           exprs(a.b, b.b) && exprs(a.c, b.c) && pools(a.pool, b.pool) && substs(a.subst, b.subst);
  }

 private:
  // Bound variables correspond one to one, whatever their names.
  bool vars(dl::VarId x, dl::VarId y) {
    if (x.is_valid() != y.is_valid()) return false;
    if (!x) return true;
    const dl::Variable& a = left_.var(x);
    const dl::Variable& b = right_.var(y);
    if (a.is_fresh || b.is_fresh || a.sort != b.sort || a.is_bound != b.is_bound) return false;
    if (!a.is_bound) return a.name == b.name;
    for (const auto& [first, second] : bound_) {
      if (first == x || second == y) return first == x && second == y;
    }
    bound_.emplace(x, y);
    return true;
  }

  bool pools(dl::PoolId x, dl::PoolId y) {
    if (x.is_valid() != y.is_valid()) return false;
    if (!x) return true;
    const dl::Pool& a = left_.pool(x);
    const dl::Pool& b = right_.pool(y);
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (left_.thread_name(a[i].thread) != right_.thread_name(b[i].thread) ||
          a[i].spawned != b[i].spawned || !codes(a[i].code, b[i].code)) {
        return false;
      }
    }
    return true;
  }

  bool codes(dl::CodeId x, dl::CodeId y) {
    for (; x && y; x = left_.code(x).rest, y = right_.code(y).rest) {
      if (!codes_.emplace(x, y).second) return true;
      const dl::Stmt& a = left_.first(x);
      const dl::Stmt& b = right_.first(y);
      if (a.kind != b.kind || a.bound != b.bound || !vars(a.target, b.target) ||
          !exprs(a.value, b.value) || !exprs(a.invariant, b.invariant) || !codes(a.body, b.body) ||
          !codes(a.otherwise, b.otherwise)) {
        return false;
      }
    }
    return x.is_valid() == y.is_valid();
  }

  bool substs(dl::SubstId x, dl::SubstId y) {
    if (x.is_valid() != y.is_valid()) return false;
    if (!x) return true;
    const dl::Subst& a = left_.subst(x);
    const dl::Subst& b = right_.subst(y);
    if (a.size() != b.size()) return false;
    // The order of variables may differ.
    for (const auto& [var, value] : a) {
      bool is_found = false;
      for (const auto& [other, other_value] : b) {
        is_found = is_found || (left_.var(var).name == right_.var(other).name && vars(var, other) &&
                                exprs(value, other_value));
      }
      if (!is_found) return false;
    }
    return true;
  }

  const dl::Store& left_;
  const dl::Store& right_;
  std::set<std::pair<ExprId, ExprId>> exprs_;
  std::set<std::pair<dl::CodeId, dl::CodeId>> codes_;
  std::set<std::pair<dl::VarId, dl::VarId>> bound_;
};

// Goals of the program that no proof is of. Processes without clauses may be there for the
// formulas only; else their assertions count.
std::vector<std::string> unproved_goals(const dl::Program& program, const ProofFile& file) {
  std::set<std::optional<std::size_t>> proved;
  for (const Proof& proof : file.proofs) proved.insert(proof.formula);
  std::vector<std::string> names;
  bool has_contract =
      program.has_goal() || (!program.processes.empty() && program.formulas.empty());
  if (has_contract && !proved.contains(std::nullopt)) names.emplace_back("contract");
  for (std::size_t i = 0; i < program.formulas.size(); ++i) {
    if (proved.contains(i)) continue;
    const std::string& name = program.formulas[i].name;
    names.push_back(name.empty() ? fmt::format("formula {}", i + 1) : name);
  }
  return names;
}

}  // namespace

tl::expected<ProvedGoals, std::string> check_source(const ProofFile& file) {
  if (base::utf8_invalid_at(file.source)) {
    return tl::make_unexpected("its program is not UTF-8 text");
  }
  base::Sources sources;
  diag::Sink sink;
  base::FileId id = sources.add("program", file.source);
  auto program = pl::load(sources, id, sink);
  if (!program) return tl::make_unexpected("its program has errors");
  ProvedGoals goals;
  for (std::size_t i = 0; i < file.proofs.size(); ++i) {
    const Proof& proof = file.proofs[i];
    if (proof.formula && *proof.formula >= program->formulas.size()) {
      return tl::make_unexpected(fmt::format("proof {} is of a formula that there is not", i + 1));
    }
    ExprId goal =
        proof.formula ? program->formulas[*proof.formula].formula : dl::goal_formula(*program);
    if (!Comparison(*proof.store, *program->store).exprs(proof.goal, goal)) {
      return tl::make_unexpected(fmt::format("proof {} is not about its program", i + 1));
    }
    goals.proved.push_back(dl::print(*program->store, goal));
  }
  goals.unproved = unproved_goals(*program, file);
  return goals;
}

}  // namespace proof
