#include "logic/rel/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "logic/rel/matrix.h"
#include "logic/rel/upper.h"

namespace rel {

namespace {

constexpr std::int64_t kDefaultScope = 3;
constexpr std::int64_t kDefaultBitwidth = 4;
constexpr std::int64_t kMostAtoms = 1000;  // of one signature
constexpr double kMostTuples = 1 << 24;    // of one relation

struct Count {
  std::int64_t most = 0;
  bool is_exact = false;
};

class Scoping {
 public:
  Scoping(Model& model, const CommandSyntax& command, const ScopeOptions& options, diag::Sink& sink)
      : model_(model), command_(command), options_(options), sink_(sink) {}

  std::optional<ScopedProblem> run(const std::vector<LabelledFormula>& goal) {
    std::size_t errors = sink_.error_count();
    read_scopes();
    for (std::size_t i = 0; i < model_.sigs().size(); ++i) {
      const Sig& sig = model_.sigs()[i];
      if (sig.parent || sig.is_subset() || sink_.error_count() != errors) continue;
      Count count = top_level(i);
      std::vector<Atom> atoms;
      for (std::int64_t k = 0; k < count.most; ++k) {
        atoms.push_back(static_cast<Atom>(names_.size()));
        names_.push_back(fmt::format("{}${}", sig.syntax->name.text, k));
      }
      allocate(i, atoms, count.is_exact);
    }
    if (sink_.error_count() != errors) return std::nullopt;
    ScopedProblem result{Problem(Universe(names_, bitwidth(goal))), {}};
    bound_sigs(result);
    bound_subsets(result);
    bound_orderings(result);
    bound_fields(result);
    if (sink_.error_count() != errors) return std::nullopt;
    return result;
  }

 private:
  // What becomes of a signature once its atoms are known.
  struct Allocation {
    std::vector<Atom> own;  // that its relation may have
    bool is_exact = false;  // and has
  };

  void fail(const std::string& text) { sink_.report(diag::Kind::RelScope, command_.span, text); }

  const std::string& name(std::size_t sig) const { return model_.sigs()[sig].syntax->name.text; }

  // What the command and the multiplicities say of each signature.
  void read_scopes() {
    given_.resize(model_.sigs().size());
    for (const ScopeSyntax& scope : command_.scopes) {
      if (scope.sig.text == "Int" || scope.sig.text == "int") {
        bitwidth_ = scope.count;
        continue;
      }
      auto sig = model_.find_sig(scope.sig.text);
      if (!sig) {
        sink_.report(diag::Kind::RelNotSignature, scope.sig.span, scope.sig.text);
        continue;
      }
      if (scope.count > kMostAtoms) fail(too_many(*sig, scope.count));
      given_[*sig] = Count{std::min(scope.count, kMostAtoms), scope.is_exact};
    }
    for (std::size_t i = 0; i < given_.size(); ++i) {
      const Sig& sig = model_.sigs()[i];
      const std::string& word = sig.syntax->multiplicity;
      if (sig.is_subset() || (word != "one" && word != "lone")) continue;
      if (given_[i] && (given_[i]->most > 1 || (word == "one" && given_[i]->most != 1))) {
        fail(fmt::format("`{}` is declared `{}`, so its scope cannot be {}", name(i), word,
                         given_[i]->most));
      }
      if (!given_[i] || word == "one") given_[i] = Count{1, word == "one"};
    }
  }

  static std::string too_many(const std::string& sig, std::int64_t count) {
    return fmt::format("a scope of {} for `{}`: at most {} atoms are possible", count, sig,
                       kMostAtoms);
  }
  std::string too_many(std::size_t sig, std::int64_t count) const {
    return too_many(name(sig), count);
  }

  // The scope of a signature as far as it and its children determine it.
  std::optional<Count> determined(std::size_t index) const {
    if (given_[index]) return given_[index];
    const Sig& sig = model_.sigs()[index];
    if (!sig.syntax->is_abstract || sig.children.empty()) return std::nullopt;
    Count sum{0, true};
    for (std::size_t child : sig.children) {
      auto count = determined(child);
      if (!count) return std::nullopt;
      sum.most += count->most;
      sum.is_exact = sum.is_exact && count->is_exact;
    }
    return sum;
  }

  std::int64_t exact_below(std::size_t index) const {
    std::int64_t sum = 0;
    for (std::size_t child : model_.sigs()[index].children) {
      auto count = determined(child);
      sum += count && count->is_exact ? count->most : exact_below(child);
    }
    return sum;
  }

  Count top_level(std::size_t index) {
    Count result;
    if (auto count = determined(index)) {
      result = *count;
    } else {
      result.most = options_.overall.value_or(command_.overall.value_or(kDefaultScope));
      result.most = std::max(result.most, exact_below(index));
    }
    if (result.most > kMostAtoms) {
      fail(too_many(index, result.most));
      result.most = 0;
    }
    for (const Ordering& ordering : model_.orderings()) {
      if (ordering.sig == index) result.is_exact = true;
    }
    return result;
  }

  void allocate(std::size_t index, const std::vector<Atom>& atoms, bool is_exact) {
    if (allocations_.size() < model_.sigs().size()) allocations_.resize(model_.sigs().size());
    const Sig& sig = model_.sigs()[index];
    std::size_t used = 0;
    std::vector<std::size_t> open;
    for (std::size_t child : sig.children) {
      auto count = determined(child);
      if (!count || !count->is_exact) {
        open.push_back(child);
        continue;
      }
      auto most = static_cast<std::size_t>(count->most);
      if (used + most > atoms.size()) {
        return fail(
            fmt::format("the scope of `{}` is {}, too small for the signatures that "
                        "extend it",
                        name(index), atoms.size()));
      }
      auto from = atoms.begin() + static_cast<std::ptrdiff_t>(used);
      std::vector<Atom> slice(from, from + static_cast<std::ptrdiff_t>(most));
      for (std::size_t k = 0; k < most; ++k)
        names_[slice[k]] = fmt::format("{}${}", name(child), k);
      allocate(child, slice, true);
      used += most;
    }
    std::vector<Atom> rest(atoms.begin() + static_cast<std::ptrdiff_t>(used), atoms.end());
    if (!open.empty()) allocate_open(index, open, rest, is_exact);
    allocations_[index].own = rest;
    allocations_[index].is_exact = is_exact && open.empty();
  }

  // Children whose number is not exact: slices if there is room for all, else shared atoms.
  void allocate_open(std::size_t index, const std::vector<std::size_t>& open,
                     const std::vector<Atom>& rest, bool is_exact) {
    const Sig& sig = model_.sigs()[index];
    std::size_t sum = 0;
    for (std::size_t child : open) {
      auto count = determined(child);
      sum += count ? std::min(static_cast<std::size_t>(count->most), rest.size()) : rest.size();
    }
    bool is_roomy = sig.syntax->is_abstract && sum <= rest.size();
    std::size_t used = 0;
    for (std::size_t child : open) {
      auto count = determined(child);
      std::size_t most =
          count ? std::min(static_cast<std::size_t>(count->most), rest.size()) : rest.size();
      if (is_roomy) {
        auto from = rest.begin() + static_cast<std::ptrdiff_t>(used);
        allocate(child, {from, from + static_cast<std::ptrdiff_t>(most)}, false);
        used += most;
        continue;
      }
      allocate(child, rest, false);
      if (most < rest.size()) limits_.push_back({child, most});
    }
    if (!is_roomy) shared_.push_back(index);
    if (is_exact) filled_.push_back({index, rest});
  }

  unsigned bitwidth(const std::vector<LabelledFormula>& goal) {
    std::vector<Formula> all;
    for (const LabelledFormula& fact : model_.facts()) all.push_back(fact.formula);
    for (const LabelledFormula& part : goal) all.push_back(part.formula);
    if (!model_.uses_integers() && !uses_integer_atoms(all)) return 0;
    std::int64_t bits = options_.bitwidth.value_or(bitwidth_.value_or(kDefaultBitwidth));
    if (bits >= 1 && bits <= Universe::kMaxBitwidth) return static_cast<unsigned>(bits);
    fail(fmt::format("a bitwidth of {}: integers have 1 to {} bits", bits, Universe::kMaxBitwidth));
    return 0;
  }

  bool uses_integer_atoms(const std::vector<Formula>& formulas) const {
    const Exprs& exprs = model_.exprs();
    std::vector<std::uint32_t> todo;
    std::set<std::uint32_t> seen;
    for (Formula formula : formulas) todo.push_back(formula.index());
    while (!todo.empty()) {
      std::uint32_t index = todo.back();
      todo.pop_back();
      if (!seen.insert(index).second) continue;
      const Node& node = exprs.node(index);
      if (node.op == Op::Ints || node.op == Op::IntSet || node.op == Op::SetSum) return true;
      for (std::uint32_t child : exprs.children(node)) todo.push_back(child);
    }
    return false;
  }

  // --- bounds, once the universe is known
  void bound_sigs(ScopedProblem& result) {
    Exprs& exprs = model_.exprs();
    const Universe& universe = result.problem.universe();
    for (std::size_t i = 0; i < model_.sigs().size(); ++i) {
      const Sig& sig = model_.sigs()[i];
      if (sig.is_subset() || !sig.relation.is_valid()) continue;
      TupleSet upper = TupleSet::atoms(universe, allocations_[i].own);
      if (allocations_[i].is_exact) {
        result.problem.bound_exactly(sig.relation, upper);
      } else {
        result.problem.bound(sig.relation, upper);
      }
    }
    auto add = [&](std::size_t sig, Formula formula, const std::string& label) {
      result.constraints.push_back({formula, label, model_.sigs()[sig].syntax->name.span});
    };
    for (std::size_t index : shared_) {
      const Sig& sig = model_.sigs()[index];
      std::vector<Expr> parts;
      if (sig.relation.is_valid()) parts.push_back(exprs.relation(sig.relation));
      std::vector<Formula> disjoint;
      for (std::size_t child : sig.children) parts.push_back(model_.sigs()[child].expr);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          disjoint.push_back(exprs.no(exprs.intersection(parts[i], parts[j])));
        }
      }
      add(index, exprs.conjunction(disjoint), "disjoint parts of sig " + name(index));
    }
    for (const auto& [sig, most] : limits_) {
      IntExpr count = exprs.cardinality(model_.sigs()[sig].expr);
      add(sig, exprs.less_equal(count, exprs.constant(static_cast<std::int64_t>(most))),
          "scope of sig " + name(sig));
    }
    for (const auto& [sig, atoms] : filled_) {
      RelationId all = exprs.add_relation("atoms of " + name(sig), 1);
      result.problem.bound_exactly(all, TupleSet::atoms(universe, atoms));
      add(sig, exprs.in(exprs.relation(all), model_.sigs()[sig].expr), "scope of sig " + name(sig));
    }
  }

  void bound_subsets(ScopedProblem& result) {
    Exprs& exprs = model_.exprs();
    for (std::size_t i = 0; i < model_.sigs().size(); ++i) {
      const Sig& sig = model_.sigs()[i];
      if (!sig.is_subset()) continue;
      TupleSet upper = UpperBounds(exprs, result.problem).upper(sig.subset_of);
      result.problem.bound(sig.relation, upper);
      if (!given_[i]) continue;
      IntExpr count = exprs.cardinality(sig.expr);
      IntExpr most = exprs.constant(given_[i]->most);
      Formula formula =
          given_[i]->is_exact ? exprs.int_equal(count, most) : exprs.less_equal(count, most);
      result.constraints.push_back({formula, "scope of sig " + name(i), sig.syntax->name.span});
    }
  }

  void bound_orderings(ScopedProblem& result) {
    const Universe& universe = result.problem.universe();
    for (const Ordering& ordering : model_.orderings()) {
      TupleSet atoms =
          UpperBounds(model_.exprs(), result.problem).upper(model_.sigs()[ordering.sig].expr);
      TupleSet first(universe, 1);
      TupleSet last(universe, 1);
      TupleSet next(universe, 2);
      for (std::size_t i = 0; i < atoms.size(); ++i) {
        if (i == 0) first.add(atoms.tuple(i));
        if (i + 1 == atoms.size()) last.add(atoms.tuple(i));
        if (i > 0) next.add({atoms.tuple(i - 1)[0], atoms.tuple(i)[0]});
      }
      result.problem.bound_exactly(ordering.first, first);
      result.problem.bound_exactly(ordering.last, last);
      result.problem.bound_exactly(ordering.next, next);
    }
  }

  void bound_fields(ScopedProblem& result) {
    for (const Field& field : model_.fields()) {
      const Sig& sig = model_.sigs()[field.sig];
      UpperBounds uppers(model_.exprs(), result.problem);
      TupleSet owners = uppers.upper(sig.expr);
      unsigned arity = model_.exprs().arity(field.relation);
      double most = static_cast<double>(owners.size());
      double all = static_cast<double>(result.problem.universe().size());
      for (unsigned i = 1; i < arity; ++i) most *= all;
      if (arity > result.problem.universe().max_arity() || most > kMostTuples) {
        sink_.report(diag::Kind::RelTooLarge, field.decl->names[0].span,
                     fmt::format("`{}` may have too many tuples", field.name));
        return;
      }
      uppers.bind(sig.self, owners);
      TupleSet upper = owners.product(uppers.upper(field.type));
      result.problem.bound(field.relation, std::move(upper), field.is_functional);
    }
  }

  Model& model_;
  const CommandSyntax& command_;
  const ScopeOptions& options_;
  diag::Sink& sink_;
  std::vector<std::optional<Count>> given_;  // by signature
  std::optional<std::int64_t> bitwidth_;
  std::vector<std::string> names_;  // of atoms
  std::vector<Allocation> allocations_;
  std::vector<std::size_t> shared_;  // signatures whose parts share atoms
  std::vector<std::pair<std::size_t, std::size_t>> limits_;
  std::vector<std::pair<std::size_t, std::vector<Atom>>> filled_;
};

}  // namespace

std::optional<ScopedProblem> make_problem(Model& model, const CommandSyntax& command,
                                          const std::vector<LabelledFormula>& goal,
                                          const ScopeOptions& options, diag::Sink& sink) {
  try {
    return Scoping(model, command, options, sink).run(goal);
  } catch (const Matrices::TooLarge&) {
    sink.report(diag::Kind::RelTooLarge, command.span, "a field may have too many tuples");
    return std::nullopt;
  }
}

}  // namespace rel
