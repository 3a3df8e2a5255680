#include "logic/rel/translate.h"

#include <algorithm>

#include "base/check.h"

namespace rel {

Translator::Translator(const Exprs& exprs, const Problem& problem, Circuit& circuit, bool use_cache,
                       run::Run& run)
    : exprs_(exprs),
      problem_(problem),
      circuit_(circuit),
      matrices_(circuit, problem.universe()),
      numbers_(circuit),
      use_cache_(use_cache),
      run_(run) {}

Judgement Translator::translate(Formula formula) {
  bindings_.clear();
  matrix_cache_.scoped.resize(1);
  number_cache_.scoped.resize(1);
  judgement_cache_.scoped.resize(1);
  return judgement(formula.index());
}

void Translator::poll() {
  if (auto stop = run_.stop_reason()) throw TranslationFailure{*stop, {}};
}

const Matrix& Translator::relation(RelationId id) {
  if (relations_.size() <= id.index()) relations_.resize(id.index() + 1);
  auto& made = relations_[id.index()];
  if (made) return *made;
  const Bound& bound = problem_.bound_of(id);
  Matrix matrix;
  matrix.arity = bound.upper.arity();
  auto lower = bound.lower.indices().begin();
  auto lower_end = bound.lower.indices().end();
  for (std::uint64_t index : bound.upper.indices()) {
    while (lower != lower_end && *lower < index) ++lower;
    bool is_certain = lower != lower_end && *lower == index;
    matrix.cells.push_back({index, is_certain ? kTrue : circuit_.make_input()});
  }
  matrix.is_functional = bound.is_functional || matrices_.constant(bound.upper).is_functional;
  made = std::move(matrix);
  return *made;
}

// ------------------------------------------------------------------ bindings and caches

void Translator::push_binding(Binding binding) {
  bindings_.push_back(binding);
  matrix_cache_.scoped.emplace_back();
  number_cache_.scoped.emplace_back();
  judgement_cache_.scoped.emplace_back();
}

void Translator::pop_binding() {
  bindings_.pop_back();
  matrix_cache_.scoped.pop_back();
  number_cache_.scoped.pop_back();
  judgement_cache_.scoped.pop_back();
}

void Translator::forget_scope() {
  matrix_cache_.scoped.back().clear();
  number_cache_.scoped.back().clear();
  judgement_cache_.scoped.back().clear();
}

Translator::Place Translator::place_of(std::uint32_t node) const {
  Place place;
  auto free = exprs_.free_variables(exprs_.node(node));
  if (free.empty()) return place;
  place.key.resize(free.size());
  std::size_t found = 0;
  for (std::size_t i = bindings_.size(); i-- > 0;) {
    const Binding& binding = bindings_[i];
    auto at = std::lower_bound(free.begin(), free.end(), binding.variable);
    if (at == free.end() || *at != binding.variable) continue;
    // A variable that is bound again further in hides this one.
    bool is_hidden =
        std::any_of(bindings_.begin() + static_cast<std::ptrdiff_t>(i) + 1, bindings_.end(),
                    [&](const Binding& inner) { return inner.variable == binding.variable; });
    if (is_hidden) continue;
    if (place.depth == 0) place.depth = i + 1;
    place.key[static_cast<std::size_t>(at - free.begin())] =
        binding.is_empty ? ~std::uint64_t{0} : binding.index;
    ++found;
  }
  CHECK(found == free.size(), "a variable is not bound");
  place.is_scoped = found == place.depth;
  if (place.is_scoped) return place;
  place.key.push_back(node);
  place.hash = 0xcbf29ce484222325ULL;
  for (std::uint64_t part : place.key) {
    place.hash = (place.hash ^ part) * 0x9e3779b97f4a7c15ULL;
    place.hash ^= place.hash >> 31;
  }
  return place;
}

template <class T>
const T* Translator::find(Cache<T>& cache, const Place& place, std::uint32_t node) const {
  if (!use_cache_) return nullptr;
  if (place.is_scoped) {
    auto& map = cache.scoped[place.depth];
    auto found = map.find(node);
    return found == map.end() ? nullptr : &found->second;
  }
  auto found = cache.keyed.find(place.hash);
  if (found == cache.keyed.end()) return nullptr;
  for (const auto& [key, value] : found->second) {
    if (key == place.key) return &value;
  }
  return nullptr;
}

template <class T>
void Translator::keep(Cache<T>& cache, Place& place, std::uint32_t node, T value) {
  if (!use_cache_) return;
  if (place.is_scoped) {
    cache.scoped[place.depth].emplace(node, std::move(value));
  } else {
    cache.keyed[place.hash].emplace_back(std::move(place.key), std::move(value));
  }
}

MatrixPtr Translator::matrix(std::uint32_t node) {
  Place place = place_of(node);
  if (const MatrixPtr* known = find(matrix_cache_, place, node)) return *known;
  auto made = std::make_shared<const Matrix>(make_matrix(node));
  keep(matrix_cache_, place, node, made);
  return made;
}

Translator::NumberPtr Translator::number(std::uint32_t node) {
  Place place = place_of(node);
  if (const NumberPtr* known = find(number_cache_, place, node)) return *known;
  auto made = std::make_shared<const Number>(make_number(node));
  keep(number_cache_, place, node, made);
  return made;
}

Judgement Translator::judgement(std::uint32_t node) {
  Place place = place_of(node);
  if (const Judgement* known = find(judgement_cache_, place, node)) return *known;
  Judgement made = make_judgement(node);
  keep(judgement_cache_, place, node, made);
  return made;
}

void Translator::for_each_value(const Decl& decl, const Matrix& domain,
                                const std::function<bool(Lit)>& visit) {
  push_binding({decl.variable, 0, true});
  bool goes_on = true;
  if (decl.multiplicity == Multiplicity::Lone) goes_on = visit(kTrue);
  for (std::size_t i = 0; goes_on && i < domain.cells.size(); ++i) {
    poll();
    forget_scope();
    bindings_.back() = {decl.variable, domain.cells[i].index, false};
    goes_on = visit(domain.cells[i].lit);
  }
  pop_binding();
}

// ------------------------------------------------------------------ relations

Matrix Translator::variable_matrix(VariableId variable) {
  auto found = std::find_if(bindings_.rbegin(), bindings_.rend(),
                            [&](const Binding& b) { return b.variable == variable; });
  CHECK(found != bindings_.rend(), "variable {} is not bound", exprs_.name(variable));
  Matrix result;
  result.arity = exprs_.arity(variable);
  result.is_functional = true;
  if (!found->is_empty) result.cells.push_back({found->index, kTrue});
  return result;
}

Matrix Translator::make_matrix(std::uint32_t index) {
  const Node& node = exprs_.node(index);
  auto kids = exprs_.children(node);
  const Universe& universe = problem_.universe();
  auto atoms = static_cast<Atom>(universe.size());
  if (node.arity > universe.max_arity()) throw Matrices::TooLarge{};
  switch (node.op) {
    case Op::Relation: return relation(exprs_.relation_of(node));
    case Op::Variable: return variable_matrix(exprs_.variable_of(node));
    case Op::Univ: return matrices_.constant(TupleSet::range(universe, 0, atoms));
    case Op::Ints:
      return matrices_.constant(TupleSet::range(universe, universe.first_int(), atoms));
    case Op::None: return matrices_.constant(TupleSet(node.arity, universe.size()));
    case Op::Iden: {
      TupleSet set(2, universe.size());
      for (Atom atom = 0; atom < atoms; ++atom) set.add({atom, atom});
      return matrices_.constant(set);
    }
    case Op::Union: return matrices_.make_union(*matrix(kids[0]), *matrix(kids[1]));
    case Op::Difference: return matrices_.difference(*matrix(kids[0]), *matrix(kids[1]));
    case Op::Override: return matrices_.override_with(*matrix(kids[0]), *matrix(kids[1]));
    case Op::Intersection: return matrices_.intersection(*matrix(kids[0]), *matrix(kids[1]));
    case Op::Product: return matrices_.product(*matrix(kids[0]), *matrix(kids[1]));
    case Op::DomainRestriction:
      return matrices_.restrict_domain(*matrix(kids[0]), *matrix(kids[1]));
    case Op::RangeRestriction: return matrices_.restrict_range(*matrix(kids[0]), *matrix(kids[1]));
    case Op::Join: return matrices_.join(*matrix(kids[0]), *matrix(kids[1]));
    case Op::Transpose: return matrices_.transpose(*matrix(kids[0]));
    case Op::Closure: return matrices_.closure(*matrix(kids[0]), false);
    case Op::ReflexiveClosure: return matrices_.closure(*matrix(kids[0]), true);
    case Op::Comprehension: return comprehension(node);
    case Op::IfExpr: {
      Judgement condition = judgement(kids[0]);
      Matrix result = matrices_.select(condition.surely, *matrix(kids[1]), *matrix(kids[2]));
      Lit unclear = circuit_.conj(condition.maybe, -condition.surely);
      result.overflow = circuit_.disj(result.overflow, unclear);
      return result;
    }
    case Op::IntSet: return int_set(node);
    default: UNREACHABLE("{} is no relation", text_of(node.op));
  }
}

Matrix Translator::comprehension(const Node& node) {
  Matrix result;
  result.arity = node.arity;
  comprehend(node, exprs_.decls(node), 0, kTrue, 0, result);
  matrices_.gather(result.cells);
  return result;
}

void Translator::comprehend(const Node& node, const std::vector<Decl>& decls, std::size_t at,
                            Lit condition, std::uint64_t prefix, Matrix& result) {
  if (at == decls.size()) {
    Judgement body = judgement(exprs_.body(node));
    Lit lit = circuit_.conj(condition, body.surely);
    if (lit != kFalse) result.cells.push_back({prefix, lit});
    Lit unclear = circuit_.conj(condition, circuit_.conj(body.maybe, -body.surely));
    result.overflow = circuit_.disj(result.overflow, unclear);
    return;
  }
  MatrixPtr domain = matrix(decls[at].domain.index());
  result.overflow = circuit_.disj(result.overflow, circuit_.conj(condition, domain->overflow));
  std::uint64_t width = 1;
  for (unsigned i = 0; i < domain->arity; ++i) width *= problem_.universe().size();
  for_each_value(decls[at], *domain, [&](Lit lit) {
    comprehend(node, decls, at + 1, circuit_.conj(condition, lit),
               prefix * width + bindings_.back().index, result);
    if (result.cells.size() > Matrices::kMostCells) throw Matrices::TooLarge{};
    return true;
  });
}

// One cell for each integer that the number may be; none of them: an overflow.
Matrix Translator::int_set(const Node& node) {
  NumberPtr value = number(exprs_.children(node)[0]);
  const Universe& universe = problem_.universe();
  Matrix result;
  result.is_functional = true;
  for (Atom atom = universe.first_int(); atom < universe.size(); ++atom) {
    Lit lit = numbers_.equal(*value, Numbers::constant(universe.int_value(atom)));
    if (lit != kFalse) result.cells.push_back({atom, lit});
  }
  Number least = Numbers::constant(universe.least_int());
  Number greatest = Numbers::constant(universe.greatest_int());
  Lit fits =
      circuit_.conj(numbers_.less(least, *value, true), numbers_.less(*value, greatest, true));
  result.overflow = circuit_.disj(value->overflow, -fits);
  return result;
}

// ------------------------------------------------------------------ integers

Number Translator::set_sum(const Matrix& set) {
  const Universe& universe = problem_.universe();
  Number result;
  if (set.is_functional && universe.bitwidth() > 0) {
    // At most one cell is true: each bit is the OR of the cells whose integer has it.
    std::vector<std::vector<Lit>> bits(universe.bitwidth());
    for (const Cell& cell : set.cells) {
      if (!universe.is_int(static_cast<Atom>(cell.index))) continue;
      std::int64_t value = universe.int_value(static_cast<Atom>(cell.index));
      for (unsigned i = 0; i < bits.size(); ++i) {
        if (((value >> i) & 1) != 0) bits[i].push_back(cell.lit);
      }
    }
    result.bits.clear();
    for (const auto& bit : bits) result.bits.push_back(circuit_.disj(bit));
    while (result.width() > 1 && result.sign() == result.bits[result.width() - 2]) {
      result.bits.pop_back();
    }
  } else {
    std::vector<Number> parts;
    for (const Cell& cell : set.cells) {
      if (!universe.is_int(static_cast<Atom>(cell.index))) continue;
      std::int64_t value = universe.int_value(static_cast<Atom>(cell.index));
      parts.push_back(numbers_.masked(cell.lit, Numbers::constant(value)));
    }
    result = numbers_.sum(parts);
  }
  result.overflow = circuit_.disj(result.overflow, set.overflow);
  return result;
}

Number Translator::cardinality(const Matrix& set) {
  Number result;
  if (set.arity == 1 && set.is_functional) {
    result.bits = {matrices_.some(set), kFalse};
    if (result.bits[0] == kFalse) result.bits.pop_back();
  } else {
    result = numbers_.count(Matrices::literals(set));
  }
  result.overflow = circuit_.disj(result.overflow, set.overflow);
  return result;
}

Number Translator::sum_over(const Node& node) {
  Decl decl = exprs_.decls(node)[0];
  MatrixPtr domain = matrix(decl.domain.index());
  std::vector<Number> parts;
  for_each_value(decl, *domain, [&](Lit lit) {
    parts.push_back(numbers_.masked(lit, *number(exprs_.body(node))));
    return true;
  });
  Number result = numbers_.sum(parts);
  result.overflow = circuit_.disj(result.overflow, domain->overflow);
  return result;
}

Number Translator::make_number(std::uint32_t index) {
  const Node& node = exprs_.node(index);
  auto kids = exprs_.children(node);
  switch (node.op) {
    case Op::Constant: {
      constexpr std::int64_t kMost = std::int64_t{1} << (Numbers::kWidest - 1);
      Number result = Numbers::constant(std::clamp(node.value, -kMost, kMost - 1));
      if (node.value >= kMost || node.value < -kMost) result.overflow = kTrue;
      return result;
    }
    case Op::Add: return numbers_.add(*number(kids[0]), *number(kids[1]));
    case Op::Subtract: return numbers_.subtract(*number(kids[0]), *number(kids[1]));
    case Op::Multiply: return numbers_.multiply(*number(kids[0]), *number(kids[1]));
    case Op::Divide: return numbers_.divide(*number(kids[0]), *number(kids[1]));
    case Op::Remainder: return numbers_.remainder(*number(kids[0]), *number(kids[1]));
    case Op::Cardinality: return cardinality(*matrix(kids[0]));
    case Op::SumOver: return sum_over(node);
    case Op::SetSum: return set_sum(*matrix(kids[0]));
    case Op::IfInt: {
      Judgement condition = judgement(kids[0]);
      Number result = numbers_.select(condition.surely, *number(kids[1]), *number(kids[2]));
      Lit unclear = circuit_.conj(condition.maybe, -condition.surely);
      result.overflow = circuit_.disj(result.overflow, unclear);
      return result;
    }
    default: UNREACHABLE("{} is no integer", text_of(node.op));
  }
}

}  // namespace rel
