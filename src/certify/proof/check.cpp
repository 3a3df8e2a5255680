#include "certify/proof/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "certify/proof/graph.h"
#include "certify/proof/logic.h"
#include "certify/proof/step.h"

namespace proof {

using dl::BinaryOp;
using dl::Expr;
using dl::ExprId;
using dl::ExprKind;

namespace {

using Verdict = std::optional<std::string>;  // what is wrong
constexpr auto kGood = std::nullopt;

class Checker {
 public:
  Checker(run::Run& run, Proof& file) : file_(file), logic_(*file.store, run) {}

  Verdict root() {
    const ProofSequent& sequent = file_.nodes[0].sequent;
    ExprId claim = logic_.pushed(store().empty_subst(), file_.goal);
    bool is_goal = claim && sequent.assumptions.empty() && sequent.path.empty() &&
                   sequent.claims.size() == 1 && logic_.is_same(sequent.claims[0], claim);
    if (!is_goal) return "the first sequent is not the goal";
    return kGood;
  }

  Verdict check(const ProofNode& node) {
    node_ = &node;
    const std::string& rule = node.rule;
    if (rule == "close") return close();
    if (rule == "open") return "it is not proved";
    if (rule == "merge") return merge();
    if (rule == "link") return link();
    if (rule == "invariant") return invariant();
    if (rule == "schedule") return schedule();
    if (rule == "schedule-left") return schedule_left();
    if (rule == "reduce") return reduce();
    if (rule == "reduce-left") return reduce_left();
    if (rule == "drop") return drop();
    return connective();
  }

 private:
  dl::Store& store() { return logic_.store(); }
  const ProofSequent& here() const { return node_->sequent; }
  const ProofSequent& premise(std::size_t i) const {
    return file_.nodes[node_->premises[i]].sequent;
  }
  Verdict count(std::size_t premises) const {
    if (node_->premises.size() == premises) return kGood;
    return fmt::format("the rule has {} premises, not {}", premises, node_->premises.size());
  }
  // All assumptions and the conditions of the path.
  static std::vector<ExprId> known(const ProofSequent& sequent) {
    std::vector<ExprId> all = sequent.assumptions;
    for (const dl::Event& event : sequent.path) all.push_back(event.condition);
    return all;
  }

  bool is_same_path(const std::vector<dl::Event>& a, const std::vector<dl::Event>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](const dl::Event& x, const dl::Event& y) { return is_same_event(logic_, x, y); });
  }
  bool is_same_list(const std::vector<ExprId>& a, const std::vector<ExprId>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](ExprId x, ExprId y) { return y && logic_.is_same(x, y); });
  }
  bool is_same_sequent(const ProofSequent& actual, const ProofSequent& expected) {
    return std::all_of(expected.assumptions.begin(), expected.assumptions.end(),
                       [](ExprId id) { return id.is_valid(); }) &&
           logic_.is_same_set(actual.assumptions, expected.assumptions) &&
           is_same_path(actual.path, expected.path) && is_same_list(actual.claims, expected.claims);
  }
  Verdict expect(std::size_t i, const ProofSequent& expected) {
    if (is_same_sequent(premise(i), expected)) return kGood;
    return fmt::format("premise {} is not what the rule says", i + 1);
  }
  Verdict expect_only(const ProofSequent& expected) {
    if (Verdict wrong = count(1)) return wrong;
    return expect(0, expected);
  }

  // ---- leaves
  Verdict close() {
    if (Verdict wrong = count(0)) return wrong;
    std::string why;
    if (logic_.implies_one(known(here()), here().claims, why)) return kGood;
    return "the solver does not confirm it: " + why;
  }

  // ---- connectives and quantifiers
  bool is_left() const { return node_->rule.ends_with("-left"); }

  Verdict connective() {
    const auto& side = is_left() ? here().assumptions : here().claims;
    if (node_->principal >= side.size()) return "the rule works on nothing";
    const Expr principal = store().expr(side[node_->principal]);
    std::string name = node_->rule.substr(0, node_->rule.rfind('-'));
    if (name != connective_of(principal) ||
        node_->rule != name + (is_left() ? "-left" : "-right")) {
      return "the rule does not fit its formula";
    }
    if (name == "forall" || name == "exists") return quantifier(principal, name);
    const ExprId a = principal.a;
    const ExprId b = principal.b;
    const ExprId c = principal.c;
    if (name == "not") return is_left() ? one({}, {a}) : one({a}, {});
    if (name == "and") return is_left() ? one({a, b}, {}) : two({{}, {a}}, {{}, {b}});
    if (name == "or") return is_left() ? two({{a}, {}}, {{b}, {}}) : one({}, {a, b});
    if (name == "implies") return is_left() ? two({{}, {a}}, {{b}, {}}) : one({a}, {b});
    if (name == "iff") {
      return is_left() ? two({{a, b}, {}}, {{}, {a, b}}) : two({{a}, {b}}, {{b}, {a}});
    }
    return is_left() ? two({{a, b}, {}}, {{c}, {a}}) : two({{a}, {b}}, {{}, {a, c}});
  }

  static std::string connective_of(const Expr& expr) {
    if (expr.sort != dl::Sort::Bool) return "";
    switch (expr.kind) {
      case ExprKind::Unary: return "not";
      case ExprKind::Ite: return "ite";
      case ExprKind::Forall: return "forall";
      case ExprKind::Exists: return "exists";
      case ExprKind::Binary: break;
      default: return "";
    }
    switch (expr.binary) {
      case BinaryOp::And: return "and";
      case BinaryOp::Or: return "or";
      case BinaryOp::Implies: return "implies";
      case BinaryOp::Iff: return "iff";
      default: return "";
    }
  }

  // What takes the place of the principal formula.
  struct Parts {
    std::vector<ExprId> assumptions;
    std::vector<ExprId> claims;
  };

  ProofSequent with(const Parts& parts) const {
    ProofSequent made = here();
    auto at = static_cast<std::ptrdiff_t>(node_->principal);
    if (is_left()) {
      made.assumptions.erase(made.assumptions.begin() + at);
      made.claims.insert(made.claims.end(), parts.claims.begin(), parts.claims.end());
    } else {
      auto next = made.claims.erase(made.claims.begin() + at);
      made.claims.insert(next, parts.claims.begin(), parts.claims.end());
    }
    made.assumptions.insert(made.assumptions.end(), parts.assumptions.begin(),
                            parts.assumptions.end());
    return made;
  }
  Verdict one(std::vector<ExprId> assumptions, std::vector<ExprId> claims) {
    return expect_only(with({std::move(assumptions), std::move(claims)}));
  }
  Verdict two(const Parts& first, const Parts& second) {
    if (Verdict wrong = count(2)) return wrong;
    if (Verdict wrong = expect(0, with(first))) return wrong;
    return expect(1, with(second));
  }

  Verdict quantifier(const Expr& expr, const std::string& name) {
    auto instance = [&](ExprId value) {
      return logic_.pushed(store().with(store().empty_subst(), expr.var, value), expr.a);
    };
    if ((name == "forall") != is_left()) {
      if (!is_new(node_->fresh, store().var(expr.var).sort)) return "the constant is not new";
      ExprId made = instance(store().make_var(node_->fresh));
      return is_left() ? one({made}, {}) : one({}, {made});
    }
    std::vector<ExprId> made;
    for (ExprId witness : node_->witnesses) {
      const Expr& value = store().expr(witness);
      bool fits = value.sort == store().var(expr.var).sort && !value.has_modality &&
                  !value.has_quantifier && !has_bound_variable(witness);
      if (!fits) return "a witness does not fit its variable";
      made.push_back(instance(witness));
    }
    return is_left() ? one(made, {}) : one({}, made);
  }

  bool has_bound_variable(ExprId id) {
    auto vars = logic_.variables(id);
    return std::any_of(vars.begin(), vars.end(),
                       [&](dl::VarId var) { return store().var(var).is_bound; });
  }

  // Occurs nowhere in the sequent.
  bool is_new(dl::VarId var, dl::Sort sort) {
    if (!var || store().var(var).sort != sort || store().var(var).is_bound) return false;
    for (const auto* side : {&here().assumptions, &here().claims}) {
      for (ExprId id : *side) {
        if (logic_.variables(id).contains(var)) return false;
      }
    }
    for (const dl::Event& event : here().path) {
      if (logic_.variables(event.condition).contains(var)) return false;
    }
    return true;
  }

  // ---- execution
  // The box that the rule works on; nullopt if there is none.
  std::optional<ProofBox> box() {
    const auto& side = is_left() ? here().assumptions : here().claims;
    if (node_->principal >= side.size()) return std::nullopt;
    return logic_.as_box(side[node_->principal], is_left());
  }
  ExprId boxed(const ProofBox& box) {
    ExprId made = store().make_update(box.state, store().make_box(box.pool, box.after));
    return box.guard ? store().make_implies(box.guard, made) : made;
  }

  Verdict reduce() {
    auto focus = box();
    if (!focus || !store().pool(focus->pool).empty()) return "no execution has ended";
    ProofSequent expected = here();
    expected.assumptions = known(here());
    expected.path.clear();
    expected.claims[node_->principal] = logic_.pushed(focus->state, focus->after);
    return expect_only(expected);
  }

  Verdict reduce_left() {
    auto focus = box();
    if (!focus || !store().pool(focus->pool).empty()) return "no execution has ended";
    ExprId after = logic_.pushed(focus->state, focus->after);
    if (!after) return "a variable is captured";
    return one({focus->guard ? store().make_implies(focus->guard, after) : after}, {});
  }

  Verdict schedule() {
    auto focus = box();
    if (!focus || store().pool(focus->pool).empty()) return "there is nothing to execute";
    const ExprId no = store().make_bool(false);
    std::size_t next = 0;
    for (const ProofStep& step : steps_of(logic_, *focus)) {
      ProofSequent expected = here();
      expected.path.push_back(step.event);
      if (step.fails) {
        expected.assumptions = known(expected);
        expected.path.clear();
        expected.claims[node_->principal] = no;
      } else {
        expected.claims[node_->principal] = boxed({ExprId(), step.state, step.pool, focus->after});
      }
      if (next < node_->premises.size() && is_same_sequent(premise(next), expected)) {
        ++next;
      } else if (!step.fails || !logic_.is_same(step.event.condition, no)) {
        // Only a failure that is out of the question, such as of x / 2, needs no premise.
        return fmt::format("the step of thread {} has no premise",
                           store().thread_name(step.event.thread));
      }
    }
    if (next != node_->premises.size()) return "there are premises that no step leads to";
    return kGood;
  }

  Verdict schedule_left() {
    auto focus = box();
    if (!focus || store().pool(focus->pool).empty()) return "there is nothing to execute";
    std::vector<ExprId> follow;
    for (const ProofStep& step : steps_of(logic_, *focus)) {
      ExprId guard = step.event.condition;
      if (focus->guard) guard = store().make_and(focus->guard, guard);
      if (logic_.is_same(guard, store().make_bool(false))) continue;
      if (step.fails) {
        follow.push_back(store().make_not(guard));
      } else {
        ExprId kept = logic_.is_trivial(guard) ? ExprId() : guard;
        follow.push_back(boxed({kept, step.state, step.pool, focus->after}));
      }
    }
    return one(std::move(follow), {});
  }

  Verdict drop() {
    if (node_->principal >= here().assumptions.size()) return "the rule works on nothing";
    if (Verdict wrong = count(1)) return wrong;
    ProofSequent expected = here();
    expected.assumptions.erase(expected.assumptions.begin() +
                               static_cast<std::ptrdiff_t>(node_->principal));
    return expect(0, expected);
  }

  // ---- sequents that stand for others
  Verdict merge() {
    if (Verdict wrong = count(1)) return wrong;
    if (!is_same_list(here().claims, premise(0).claims) ||
        !logic_.is_same_set(here().assumptions, premise(0).assumptions)) {
      return "the merged sequents differ";
    }
    if (!is_equivalent(logic_, here().path, premise(0).path)) {
      return "the merged paths differ in the order of steps that interfere";
    }
    return kGood;
  }

  std::optional<std::size_t> first_box(const ProofSequent& sequent) {
    for (std::size_t i = 0; i < sequent.claims.size(); ++i) {
      if (logic_.as_box(sequent.claims[i], false)) return i;
    }
    return std::nullopt;
  }
  // Everything but the claim `focus` and what is first-order among the assumptions.
  std::vector<ExprId> context(const ProofSequent& sequent, std::size_t focus) {
    std::vector<ExprId> all;
    for (ExprId id : sequent.assumptions) {
      if (store().expr(id).has_modality) all.push_back(id);
    }
    for (std::size_t i = 0; i < sequent.claims.size(); ++i) {
      if (i != focus) all.push_back(sequent.claims[i]);
    }
    return all;
  }

  Verdict link();
  Verdict invariant();
  // A premise may assume less.
  bool covers(const std::vector<ExprId>& all, const std::vector<ExprId>& some) {
    return std::all_of(some.begin(), some.end(),
                       [&](ExprId id) { return logic_.contains(all, id); });
  }

  Proof& file_;
  ProofLogic logic_;
  const ProofNode* node_ = nullptr;
};

// Values that break the sequent give values that break the premise: those of the instance.
Verdict Checker::link() {
  if (Verdict wrong = count(1)) return wrong;
  auto at = first_box(here());
  auto there = first_box(premise(0));
  if (!at || at != there || !node_->instance) return "the linked sequents execute nothing";
  const ProofBox now = *logic_.as_box(here().claims[*at], false);
  const ProofBox general = *logic_.as_box(premise(0).claims[*at], false);
  if (now.pool != general.pool || now.after != general.after) {
    return "the linked sequents are about different programs";
  }
  const dl::SubstId instance = node_->instance;
  const std::vector<ExprId> shared = context(here(), *at);
  if (shared != context(premise(0), *at)) return "the linked sequents differ";
  auto is_touched = [&](ExprId id) {
    auto vars = logic_.variables(id);
    return std::any_of(store().subst(instance).begin(), store().subst(instance).end(),
                       [&](const auto& entry) { return vars.contains(entry.first); });
  };
  if (std::any_of(shared.begin(), shared.end(), is_touched)) return "the instance changes a claim";

  std::vector<ExprId> wanted;
  std::set<dl::VarId> vars = logic_.read_by(now.pool);
  for (dl::VarId var : logic_.free_variables(now.after)) vars.insert(var);
  for (dl::VarId var : vars) {
    ExprId image = logic_.substitute(instance, store().lookup(general.state, var));
    wanted.push_back(store().make_binary(BinaryOp::Eq, store().lookup(now.state, var), image));
  }
  for (ExprId id : known(premise(0))) {
    const Expr& expr = store().expr(id);
    if (expr.has_modality) continue;
    if (!expr.has_quantifier) {
      wanted.push_back(logic_.substitute(instance, id));
    } else if (is_touched(id) || !logic_.contains(here().assumptions, id)) {
      return "the instance changes an assumption with a quantifier";
    }
  }
  std::string why;
  if (logic_.implies_all(known(here()), wanted, why)) return kGood;
  return "it is not an instance of its premise: " + why;
}

// Values that break the sequent give values that break the last premise: the new constants
// have the values that the forgotten variables have. The other premises say that the
// invariants hold for them.
Verdict Checker::invariant() {
  auto focus = box();
  if (!focus) return "there is nothing to execute";
  const auto& heads = node_->heads;
  if (Verdict wrong = count(heads.size() + 1)) return wrong;
  dl::SubstId state = focus->state;
  std::set<dl::VarId> constants;
  for (const auto& [var, constant] : node_->forgotten) {
    bool is_good = is_new(constant, store().var(var).sort) && constants.insert(constant).second;
    if (!is_good) return "a constant is not new";
    state = store().with(state, var, store().make_var(constant));
  }
  std::vector<ExprId> may_assume = known(here());
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const dl::Pool& pool = store().pool(focus->pool);
    auto entry = std::find_if(pool.begin(), pool.end(),
                              [&](const dl::PoolEntry& other) { return other.thread == heads[i]; });
    ExprId holds = entry == pool.end() ? ExprId() : store().first(entry->code).invariant;
    if (!holds) return "a thread does not stand at a loop with an invariant";
    ProofSequent obligation{{}, here().path, {logic_.substitute(focus->state, holds)}};
    for (ExprId id : here().assumptions) {
      if (!store().expr(id).has_modality) obligation.assumptions.push_back(id);
    }
    const ExprId general = logic_.substitute(state, holds);
    if (!obligation.claims[0] || !general) return "a variable is captured";
    if (Verdict wrong = expect(i, obligation)) return wrong;
    may_assume.push_back(general);
  }
  const ProofSequent& rest = premise(heads.size());
  ProofSequent expected = here();
  expected.claims[node_->principal] = boxed({ExprId(), state, focus->pool, focus->after});
  bool is_good = rest.path.empty() && covers(may_assume, rest.assumptions) &&
                 is_same_list(rest.claims, expected.claims);
  if (!is_good) return "the last premise is not what the rule says";
  return kGood;
}

}  // namespace

tl::expected<ProofSummary, ProofRefusal> check_proof(run::Run& run, Proof& file) {
  ProofSummary summary;
  Checker checker(run, file);
  auto refuse = [](std::size_t node, std::string text, bool is_limit = false) {
    return tl::make_unexpected(ProofRefusal{node, std::move(text), is_limit});
  };
  if (Verdict wrong = checker.root()) return refuse(0, *wrong);
  for (std::size_t i = 0; i < file.nodes.size(); ++i) {
    if (auto reason = run.stop_reason()) return refuse(i, *reason, true);
    Verdict wrong = checker.check(file.nodes[i]);
    if (auto reason = run.stop_reason_now(); wrong && reason) return refuse(i, *reason, true);
    if (wrong) return refuse(i, *wrong);
    ++summary.rules[file.nodes[i].rule];
  }
  if (auto wrong = bad_cycle(file)) return refuse(wrong->first, wrong->second);
  summary.sequents = file.nodes.size();
  return summary;
}

}  // namespace proof
