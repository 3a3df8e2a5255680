#include "logic/solve/differences.h"

#include <algorithm>

#include "base/check.h"
#include "logic/term/print.h"

namespace solve {

using term::Op;
using term::Sort;
using term::Term;

namespace {

// Cases that one question may try.
constexpr int kBudget = 256;

// Beyond this many remembered formulas all are compiled anew.
constexpr std::size_t kMostKnown = std::size_t{1} << 18;

}  // namespace

Differences::Differences(term::Terms& terms) : terms_(terms), node_terms_(1) {}

// Asserts the conjunctive part; disjunctions go to `splits`. False on a conflict.
bool Differences::assert_formula(FormulaId id, std::vector<FormulaId>* splits) {
  const Formula& formula = formulas_[id];
  switch (formula.kind) {
    case Formula::Kind::Opaque: return true;
    case Formula::Kind::Atom:
      return std::all_of(formula.constraints.begin(), formula.constraints.end(),
                         [&](const auto& constraint) { return graph_.add(constraint); });
    case Formula::Kind::All:
      return std::all_of(formula.children.begin(), formula.children.end(),
                         [&](FormulaId child) { return assert_formula(child, splits); });
    case Formula::Kind::Any:
      if (formula.children.empty()) {
        return graph_.add({DifferenceGraph::kZero, DifferenceGraph::kZero, -1});
      }
      if (splits != nullptr) splits->push_back(id);
      return true;
  }
  UNREACHABLE("formula kind {}", static_cast<int>(formula.kind));
}

void Differences::add(Term t) {
  if (formulas_.size() > kMostKnown) {
    formulas_.clear();
    by_term_.clear();
  }
  assert_formula(compiled(t), nullptr);
}

bool Differences::holds(FormulaId id) const {
  const Formula& formula = formulas_[id];
  auto child_holds = [&](FormulaId child) { return holds(child); };
  const auto& children = formula.children;
  switch (formula.kind) {
    case Formula::Kind::Opaque: return true;
    case Formula::Kind::Atom:
      return std::all_of(formula.constraints.begin(), formula.constraints.end(),
                         [&](const auto& constraint) { return graph_.holds(constraint); });
    case Formula::Kind::All: return std::all_of(children.begin(), children.end(), child_holds);
    case Formula::Kind::Any: return std::any_of(children.begin(), children.end(), child_holds);
  }
  UNREACHABLE("formula kind {}", static_cast<int>(formula.kind));
}

// A solution of the graph that makes all splits hold. On true the graph keeps it; the
// caller pops. A split whose disjunction already holds costs nothing: only violated
// ones are tried case by case.
std::optional<bool> Differences::search(std::vector<FormulaId>& splits) {
  auto violated =
      std::find_if(splits.begin(), splits.end(), [&](FormulaId split) { return !holds(split); });
  if (violated == splits.end()) return true;
  FormulaId split = *violated;
  bool is_sure = true;
  for (FormulaId alternative : formulas_[split].children) {
    if (budget_-- <= 0) return std::nullopt;
    std::size_t before = splits.size();
    graph_.push();
    std::optional<bool> found = false;
    if (assert_formula(alternative, &splits)) found = search(splits);
    if (found == true) return true;  // with the levels still pushed
    graph_.pop();
    splits.resize(before);
    if (!found) is_sure = false;
  }
  if (is_sure) return false;
  return std::nullopt;
}

std::optional<bool> Differences::decide(std::span<const Term> relevant) {
  if (graph_.has_conflict()) return false;
  bool is_exact = true;
  std::vector<FormulaId> splits;
  std::vector<FormulaId> roots;
  for (Term t : relevant) roots.push_back(compiled(t));
  for (FormulaId root : roots) {
    is_exact = is_exact && formulas_[root].is_exact;
    // Already asserted, but for the splits.
    std::vector<FormulaId> stack{root};
    while (!stack.empty()) {
      const Formula& formula = formulas_[stack.back()];
      FormulaId id = stack.back();
      stack.pop_back();
      if (formula.kind == Formula::Kind::Any) splits.push_back(id);
      if (formula.kind != Formula::Kind::All) continue;
      stack.insert(stack.end(), formula.children.begin(), formula.children.end());
    }
  }
  budget_ = kBudget;
  std::size_t levels = graph_.level_count();
  std::optional<bool> found = search(splits);
  bool has_model = found == true && is_exact && read_model(relevant);
  while (graph_.level_count() > levels) graph_.pop();
  if (found == false) return false;
  if (has_model) return true;
  return std::nullopt;
}

bool Differences::read_model(std::span<const Term> relevant) {
  model_.clear();
  for (term::Variable v : term::variables_of(terms_, relevant)) {
    auto found = nodes_.find(terms_.term_of(v));
    if (found == nodes_.end()) continue;
    std::int64_t value = graph_.value(found->second);
    switch (terms_.sort(v)) {
      case Sort::Bool: model_.emplace_back(v, value > 0); break;
      case Sort::Int: model_.emplace_back(v, base::Integer(value)); break;
      case Sort::Bits32:
      case Sort::Bits64:
        model_.emplace_back(v, term::to_word(base::Integer(value), terms_.sort(v)));
        break;
      case Sort::Char:
        model_.emplace_back(v, term::char_of_rank(static_cast<std::uint32_t>(value)));
        break;
      case Sort::Ref:
        model_.emplace_back(v, term::Object{static_cast<std::uint32_t>(value)});
        break;
      default: return false;
    }
  }
  return true;
}

void Differences::rollback(term::Terms::Mark mark) {
  std::size_t nodes = 1;
  while (nodes < node_terms_.size() && node_terms_[nodes].index() < mark.terms) ++nodes;
  // Numbers of newer terms may lie between those of older ones: all from the first
  // newer one on are made again when they are needed.
  for (std::size_t i = nodes; i < node_terms_.size(); ++i) nodes_.erase(node_terms_[i]);
  node_terms_.resize(nodes);
  graph_.remove_nodes(nodes);
  by_term_.clear();
  formulas_.clear();
}

}  // namespace solve
