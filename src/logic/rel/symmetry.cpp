#include "logic/rel/symmetry.h"

#include <algorithm>
#include <set>

namespace rel {

namespace {

std::uint64_t swapped(std::uint64_t index, unsigned arity, std::uint64_t base, Atom a, Atom b) {
  std::uint64_t result = 0;
  std::uint64_t weight = 1;
  for (unsigned i = 0; i < arity; ++i) {
    std::uint64_t atom = index % base;
    index /= base;
    result += weight * (atom == a ? b : atom == b ? a : atom);
    weight *= base;
  }
  return result;
}

bool is_invariant(const TupleSet& set, Atom a, Atom b) {
  return std::all_of(set.indices().begin(), set.indices().end(), [&](std::uint64_t index) {
    return set.contains_index(swapped(index, set.arity(), set.base(), a, b));
  });
}

bool is_invariant(const Bound& bound, Atom a, Atom b) {
  return is_invariant(bound.lower, a, b) && is_invariant(bound.upper, a, b);
}

bool respects(const Bound& bound, const std::vector<Atom>& members) {
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (!is_invariant(bound, members[i - 1], members[i])) return false;
  }
  return true;
}

// Small relations first: their literals decide most. Constants decide nothing.
std::vector<RelationId> ordered_relations(const Problem& problem) {
  std::vector<RelationId> result = problem.relations();
  std::erase_if(result, [&](RelationId id) { return problem.bound_of(id).is_exact(); });
  std::stable_sort(result.begin(), result.end(), [&](RelationId x, RelationId y) {
    const Bound& a = problem.bound_of(x);
    const Bound& b = problem.bound_of(y);
    return a.upper.arity() != b.upper.arity() ? a.upper.arity() < b.upper.arity()
                                              : a.upper.size() < b.upper.size();
  });
  return result;
}

// The string of literals is at least its image under exchanging a and b.
Lit at_least_swapped(const std::vector<RelationId>& relations, Translator& translator,
                     Circuit& circuit, std::uint64_t base, Atom a, Atom b, unsigned length) {
  std::vector<std::pair<Lit, Lit>> pairs;
  for (RelationId relation : relations) {
    const Matrix& matrix = translator.relation(relation);
    for (const Cell& cell : matrix.cells) {
      if (pairs.size() >= length) break;
      std::uint64_t image = swapped(cell.index, matrix.arity, base, a, b);
      if (image <= cell.index) continue;  // the same, or seen from the other side
      Lit other = Matrices::at(matrix, image);
      if (cell.lit != other) pairs.emplace_back(cell.lit, other);
    }
  }
  Lit rest = kTrue;
  for (std::size_t i = pairs.size(); i-- > 0;) {
    auto [x, y] = pairs[i];
    rest = circuit.disj(circuit.conj(x, -y), circuit.conj(circuit.disj(x, -y), rest));
  }
  return rest;
}

}  // namespace

std::vector<std::vector<Atom>> interchangeable_atoms(const Problem& problem) {
  std::vector<std::vector<Atom>> classes;
  for (Atom atom = 0; atom < problem.universe().first_int(); ++atom) {
    auto fits = [&](const std::vector<Atom>& members) {
      return std::all_of(problem.relations().begin(), problem.relations().end(),
                         [&](RelationId relation) {
                           return is_invariant(problem.bound_of(relation), members.back(), atom);
                         });
    };
    auto found = std::find_if(classes.begin(), classes.end(), fits);
    if (found == classes.end()) {
      classes.push_back({atom});
    } else {
      found->push_back(atom);
    }
  }
  std::erase_if(classes, [](const auto& members) { return members.size() < 2; });
  return classes;
}

bool respects(const Bound& bound, const std::vector<std::vector<Atom>>& classes) {
  return std::all_of(classes.begin(), classes.end(),
                     [&](const auto& members) { return respects(bound, members); });
}

bool respects(const Bound& bound, const std::vector<Exchange>& exchanges) {
  return bound.is_exact() ||
         std::all_of(exchanges.begin(), exchanges.end(),
                     [&](const Exchange& exchange) { return respects(bound, exchange.atoms); });
}

Lit break_symmetry(const Problem& problem, const std::vector<std::vector<Atom>>& classes,
                   Translator& translator, Circuit& circuit, unsigned length) {
  std::vector<RelationId> relations = ordered_relations(problem);
  std::vector<Lit> parts;
  auto at_least = [&](Atom a, Atom b) {
    return at_least_swapped(relations, translator, circuit, problem.universe().size(), a, b,
                            length);
  };
  for (const auto& members : classes) {
    for (std::size_t i = 1; i < members.size(); ++i) {
      parts.push_back(at_least(members[i - 1], members[i]));
    }
  }
  for (const Exchange& exchange : problem.exchanges()) {
    const Matrix& among = translator.relation(exchange.among);
    for (std::size_t i = 1; i < exchange.atoms.size(); ++i) {
      Lit both = Matrices::at(among, exchange.atoms[i]);
      parts.push_back(circuit.disj(-both, at_least(exchange.atoms[i - 1], exchange.atoms[i])));
    }
  }
  return circuit.conj(parts);
}

}  // namespace rel
