#include "engine/prove/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "logic/dl/subst.h"

namespace prove {

using dl::BinaryOp;
using dl::Expr;
using dl::ExprId;
using dl::ExprKind;

namespace {

// The rule for a formula with modalities that is neither {σ}[Σ]Ψ nor first-order.
Rule rule_for(const Expr& expr, bool left) {
  switch (expr.kind) {
    case ExprKind::Unary: return left ? Rule::NotLeft : Rule::NotRight;
    case ExprKind::Ite: return left ? Rule::IteLeft : Rule::IteRight;
    case ExprKind::Forall: return left ? Rule::ForallLeft : Rule::ForallRight;
    case ExprKind::Exists: return left ? Rule::ExistsLeft : Rule::ExistsRight;
    case ExprKind::Binary: break;
    default: UNREACHABLE("a formula that is not normal");
  }
  switch (expr.binary) {
    case BinaryOp::And: return left ? Rule::AndLeft : Rule::AndRight;
    case BinaryOp::Or: return left ? Rule::OrLeft : Rule::OrRight;
    case BinaryOp::Implies: return left ? Rule::ImpliesLeft : Rule::ImpliesRight;
    case BinaryOp::Iff: return left ? Rule::IffLeft : Rule::IffRight;
    default: UNREACHABLE("a modality inside an atom");
  }
}

// The numbers that occur in a formula and its programs.
class Numbers {
 public:
  explicit Numbers(const dl::Store& store) : store_(store) {}

  void expr(ExprId id) {
    if (!id || !seen_.insert(id).second) return;
    const Expr& e = store_.expr(id);
    if (e.kind == ExprKind::Int) found.insert(id);
    for (ExprId part : {e.a, e.b, e.c}) expr(part);
    if (e.kind == ExprKind::Box) {
      for (const dl::PoolEntry& entry : store_.pool(e.pool)) code(entry.code);
    }
    if (e.kind == ExprKind::Update) {
      for (const auto& entry : store_.subst(e.subst)) expr(entry.second);
    }
  }

  std::set<ExprId> found;

 private:
  void code(dl::CodeId id) {
    for (; id; id = store_.code(id).rest) {
      const dl::Stmt& stmt = store_.first(id);
      expr(stmt.value);
      code(stmt.body);
      code(stmt.otherwise);
    }
  }

  const dl::Store& store_;
  std::set<ExprId> seen_;
};

// Terms that may do for a variable of this sort: constants and numbers of the sequent.
std::vector<ExprId> candidates(dl::Store& store, const Sequent& sequent, dl::Sort sort,
                               ExprId formula) {
  if (sort == dl::Sort::Bool) return {store.make_bool(false), store.make_bool(true)};
  constexpr std::size_t kMost = 12;
  Numbers numbers(store);
  numbers.expr(formula);
  std::set<dl::VarId> vars;
  auto collect = [&](ExprId id) {
    for (dl::VarId var : dl::free_vars(store, id)) {
      if (store.var(var).sort == sort && !store.var(var).is_bound) vars.insert(var);
    }
  };
  for (ExprId id : sequent.assumptions) collect(id);
  for (ExprId id : sequent.claims) collect(id);
  std::vector<ExprId> found = {store.make_int(0)};
  for (ExprId id : numbers.found) {
    if (id != found.front() && found.size() < kMost / 2) found.push_back(id);
  }
  for (auto it = vars.rbegin(); it != vars.rend() && found.size() < kMost; ++it) {
    found.push_back(store.make_var(*it));
  }
  return found;
}

ExprId instance(dl::Store& store, const Expr& quantified, ExprId value) {
  return normal(store, store.with(store.empty_subst(), quantified.var, value), quantified.a);
}

Sequent without_assumption(const Sequent& sequent, std::size_t index) {
  Sequent rest = sequent;
  rest.assumptions.erase(rest.assumptions.begin() + static_cast<std::ptrdiff_t>(index));
  return rest;
}

// Applies one rule to one sequent. Every premise starts as the sequent without the principal
// formula; `assume` and `claim` put formulas in its place.
class Connective {
 public:
  Connective(dl::Store& store, const Redex& redex, Node& node, std::uint32_t& next_fresh)
      : store_(store), redex_(redex), node_(node), next_fresh_(next_fresh) {
    node.rule = redex.rule;
    node.principal = redex.principal;
    const auto& side = is_left() ? node.sequent.assumptions : node.sequent.claims;
    expr_ = store.expr(side[redex.principal]);
  }

  std::vector<Sequent> premises() {
    const ExprId a = expr_.a;
    const ExprId b = expr_.b;
    const ExprId c = expr_.c;
    switch (redex_.rule) {
      case Rule::NotLeft: return {premise({}, {a})};
      case Rule::NotRight: return {premise({a}, {})};
      case Rule::AndLeft: return {premise({a, b}, {})};
      case Rule::AndRight: return {premise({}, {a}), premise({}, {b})};
      case Rule::OrLeft: return {premise({a}, {}), premise({b}, {})};
      case Rule::OrRight: return {premise({}, {a, b})};
      case Rule::ImpliesLeft: return {premise({}, {a}), premise({b}, {})};
      case Rule::ImpliesRight: return {premise({a}, {b})};
      case Rule::IffLeft: return {premise({a, b}, {}), premise({}, {a, b})};
      case Rule::IffRight: return {premise({a}, {b}), premise({b}, {a})};
      case Rule::IteLeft: return {premise({a, b}, {}), premise({c}, {a})};
      case Rule::IteRight: return {premise({a}, {b}), premise({}, {a, c})};
      case Rule::ForallRight: return {premise({}, {fresh_instance()})};
      case Rule::ExistsLeft: return {premise({fresh_instance()}, {})};
      case Rule::ForallLeft: return {premise(witnessed(), {})};
      case Rule::ExistsRight: return {premise({}, witnessed())};
      default: break;
    }
    UNREACHABLE("not a rule for a connective");
  }

 private:
  bool is_left() const {
    switch (redex_.rule) {
      case Rule::NotLeft:
      case Rule::AndLeft:
      case Rule::OrLeft:
      case Rule::ImpliesLeft:
      case Rule::IffLeft:
      case Rule::IteLeft:
      case Rule::ForallLeft:
      case Rule::ExistsLeft: return true;
      default: return false;
    }
  }

  Sequent premise(const std::vector<ExprId>& assumptions, const std::vector<ExprId>& claims) {
    Sequent made = node_.sequent;
    auto& side = is_left() ? made.assumptions : made.claims;
    auto at = side.erase(side.begin() + static_cast<std::ptrdiff_t>(redex_.principal));
    if (!is_left()) {
      made.claims.insert(at, claims.begin(), claims.end());
    } else {
      made.claims.insert(made.claims.end(), claims.begin(), claims.end());
    }
    for (ExprId id : assumptions) assume(store_, made, id);
    return made;
  }

  ExprId fresh_instance() {
    node_.fresh = make_fresh(store_, expr_.var, next_fresh_);
    return instance(store_, expr_, store_.make_var(node_.fresh));
  }

  std::vector<ExprId> witnessed() {
    node_.witnesses = candidates(store_, node_.sequent, store_.var(expr_.var).sort, expr_.a);
    std::vector<ExprId> made;
    for (ExprId witness : node_.witnesses) made.push_back(instance(store_, expr_, witness));
    return made;
  }

  dl::Store& store_;
  const Redex& redex_;
  Node& node_;
  std::uint32_t& next_fresh_;
  Expr expr_;  // the principal formula
};

}  // namespace

std::string_view keyword(Rule rule) {
  switch (rule) {
#define RULE(name, keyword, text) \
  case Rule::name:                \
    return keyword;
#include "engine/prove/rules.def"
#undef RULE
  }
  UNREACHABLE("rule");
}

std::string_view text(Rule rule) {
  switch (rule) {
#define RULE(name, keyword, text) \
  case Rule::name:                \
    return text;
#include "engine/prove/rules.def"
#undef RULE
  }
  UNREACHABLE("rule");
}

void assume(const dl::Store& store, Sequent& sequent, ExprId formula) {
  const Expr& expr = store.expr(formula);
  if (expr.kind == ExprKind::Bool && expr.flag) return;
  auto& all = sequent.assumptions;
  if (std::find(all.begin(), all.end(), formula) == all.end()) all.push_back(formula);
}

std::optional<Redex> next_connective(const dl::Store& store, const Sequent& sequent) {
  for (std::size_t i = 0; i < sequent.assumptions.size(); ++i) {
    const Expr& expr = store.expr(sequent.assumptions[i]);
    if (!expr.has_modality || as_guarded(store, sequent.assumptions[i])) continue;
    return Redex{rule_for(expr, true), i};
  }
  for (std::size_t i = 0; i < sequent.claims.size(); ++i) {
    const Expr& expr = store.expr(sequent.claims[i]);
    if (!expr.has_modality || as_boxed(store, sequent.claims[i])) continue;
    return Redex{rule_for(expr, false), i};
  }
  return std::nullopt;
}

std::optional<std::size_t> next_boxed_assumption(const dl::Store& store, const Sequent& sequent) {
  for (std::size_t i = 0; i < sequent.assumptions.size(); ++i) {
    if (store.expr(sequent.assumptions[i]).has_modality) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> focus_of(const dl::Store& store, const Sequent& sequent) {
  for (std::size_t i = 0; i < sequent.claims.size(); ++i) {
    if (as_boxed(store, sequent.claims[i])) return i;
  }
  return std::nullopt;
}

dl::VarId make_fresh(dl::Store& store, dl::VarId like, std::uint32_t& next_fresh) {
  dl::Variable made;
  const dl::Variable& model = store.var(like);
  // x'3 becomes x'7, not x'3'7.
  std::string base = model.name.substr(0, model.name.find('\''));
  made.name = fmt::format("{}'{}", base, ++next_fresh);
  made.sort = model.sort;
  made.is_fresh = true;
  made.span = model.span;
  return store.add_var(std::move(made));
}

std::vector<Sequent> apply_connective(dl::Store& store, const Redex& redex, Node& node,
                                      std::uint32_t& next_fresh) {
  return Connective(store, redex, node, next_fresh).premises();
}

namespace {

// Paths end with the execution that they belong to; their conditions still hold.
void path_to_assumptions(const dl::Store& store, Sequent& sequent) {
  for (const dl::Event& event : sequent.path) assume(store, sequent, event.condition);
  sequent.path.clear();
}

dl::SubstId tidy(dl::Store& store, dl::SubstId subst) {
  dl::Subst all = store.subst(subst);
  for (auto& entry : all) entry.second = dl::simplified(store, entry.second);
  return store.make_subst(std::move(all));
}

ExprId conjoined(dl::Store& store, ExprId a, ExprId b) {
  if (!a) return b;
  return dl::simplified(store, store.make_and(a, b));
}

}  // namespace

Sequent reduce_right(dl::Store& store, const Sequent& sequent, std::size_t focus) {
  const Boxed boxed = *as_boxed(store, sequent.claims[focus]);
  Sequent made = sequent;
  path_to_assumptions(store, made);
  made.claims[focus] = normal(store, boxed.subst, boxed.after);
  return made;
}

Sequent reduce_left(dl::Store& store, const Sequent& sequent, std::size_t principal) {
  const Boxed boxed = *as_guarded(store, sequent.assumptions[principal]);
  ExprId after = normal(store, boxed.subst, boxed.after);
  Sequent made = without_assumption(sequent, principal);
  assume(store, made, boxed.guard ? store.make_implies(boxed.guard, after) : after);
  return made;
}

std::vector<ScheduledPremise> schedule_right(dl::Store& store, const Sequent& sequent,
                                             std::size_t focus) {
  const Boxed boxed = *as_boxed(store, sequent.claims[focus]);
  std::vector<ScheduledPremise> premises;
  for (dl::ThreadId thread : dl::schedulable(store, boxed.pool)) {
    for (dl::Outcome& outcome : dl::step(store, boxed.subst, boxed.pool, thread)) {
      Sequent made = sequent;
      outcome.event.condition = dl::simplified(store, outcome.event.condition);
      made.path.push_back(outcome.event);
      if (outcome.fails) {
        path_to_assumptions(store, made);
        made.claims[focus] = store.make_bool(false);
      } else {
        made.claims[focus] =
            make_boxed(store, {ExprId(), tidy(store, outcome.subst), outcome.pool, boxed.after});
      }
      premises.push_back({std::move(made), thread, outcome.fails});
    }
  }
  return premises;
}

Sequent schedule_left(dl::Store& store, const Sequent& sequent, std::size_t principal) {
  const Boxed boxed = *as_guarded(store, sequent.assumptions[principal]);
  Sequent made = without_assumption(sequent, principal);
  for (dl::ThreadId thread : dl::schedulable(store, boxed.pool)) {
    for (const dl::Outcome& outcome : dl::step(store, boxed.subst, boxed.pool, thread)) {
      ExprId guard = conjoined(store, boxed.guard, dl::simplified(store, outcome.event.condition));
      const Expr& known = store.expr(guard);
      if (known.kind == ExprKind::Bool && !known.flag) continue;
      if (known.kind == ExprKind::Bool) guard = ExprId();
      if (outcome.fails) {
        ExprId never = guard ? store.make_not(guard) : store.make_bool(false);
        assume(store, made, dl::simplified(store, never));
      } else {
        assume(store, made,
               make_boxed(store, {guard, tidy(store, outcome.subst), outcome.pool, boxed.after}));
      }
    }
  }
  return made;
}

Sequent drop(const Sequent& sequent, std::size_t principal) {
  return without_assumption(sequent, principal);
}

}  // namespace prove
