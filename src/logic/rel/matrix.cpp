#include "logic/rel/matrix.h"

#include <algorithm>

#include "base/check.h"

namespace rel {

std::uint64_t Matrices::power(unsigned exponent) const {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= universe_.size();
  return result;
}

void Matrices::gather(std::vector<Cell>& cells) {
  if (cells.size() > kMostCells) throw TooLarge{};
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Cell& a, const Cell& b) { return a.index < b.index; });
  std::size_t out = 0;
  std::vector<Lit> same;
  for (std::size_t i = 0; i < cells.size();) {
    circuit_.tick();
    std::size_t j = i;
    same.clear();
    for (; j < cells.size() && cells[j].index == cells[i].index; ++j) same.push_back(cells[j].lit);
    Lit lit = circuit_.disj(same);
    if (lit != kFalse) cells[out++] = {cells[i].index, lit};
    i = j;
  }
  cells.resize(out);
}

Matrix Matrices::constant(const TupleSet& set) const {
  Matrix result;
  result.arity = set.arity();
  for (std::uint64_t index : set.indices()) result.cells.push_back({index, kTrue});
  std::uint64_t last = 0;
  result.is_functional = true;
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::uint64_t prefix = set.indices()[i] / universe_.size();
    if (i > 0 && prefix == last) result.is_functional = false;
    last = prefix;
  }
  return result;
}

Matrix Matrices::make_union(const Matrix& a, const Matrix& b) {
  Matrix result;
  result.arity = a.arity;
  result.overflow = either(a.overflow, b.overflow);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.cells.size() || j < b.cells.size()) {
    circuit_.tick();
    if (j == b.cells.size() || (i < a.cells.size() && a.cells[i].index < b.cells[j].index)) {
      result.cells.push_back(a.cells[i++]);
    } else if (i == a.cells.size() || b.cells[j].index < a.cells[i].index) {
      result.cells.push_back(b.cells[j++]);
    } else {
      result.cells.push_back({a.cells[i].index, either(a.cells[i].lit, b.cells[j].lit)});
      ++i;
      ++j;
    }
  }
  result.is_functional =
      (a.cells.empty() && b.is_functional) || (b.cells.empty() && a.is_functional);
  return result;
}

Matrix Matrices::intersection(const Matrix& a, const Matrix& b) {
  Matrix result;
  result.arity = a.arity;
  result.overflow = either(a.overflow, b.overflow);
  result.is_functional = a.is_functional || b.is_functional;
  for (std::size_t i = 0, j = 0; i < a.cells.size() && j < b.cells.size();) {
    if (a.cells[i].index < b.cells[j].index) {
      ++i;
    } else if (b.cells[j].index < a.cells[i].index) {
      ++j;
    } else {
      Lit lit = circuit_.conj(a.cells[i].lit, b.cells[j].lit);
      if (lit != kFalse) result.cells.push_back({a.cells[i].index, lit});
      ++i;
      ++j;
    }
  }
  return result;
}

Matrix Matrices::difference(const Matrix& a, const Matrix& b) {
  Matrix result;
  result.arity = a.arity;
  result.overflow = either(a.overflow, b.overflow);
  result.is_functional = a.is_functional;
  std::size_t j = 0;
  for (const Cell& cell : a.cells) {
    circuit_.tick();
    while (j < b.cells.size() && b.cells[j].index < cell.index) ++j;
    bool is_there = j < b.cells.size() && b.cells[j].index == cell.index;
    Lit lit = is_there ? circuit_.conj(cell.lit, -b.cells[j].lit) : cell.lit;
    if (lit != kFalse) result.cells.push_back({cell.index, lit});
  }
  return result;
}

// What of `a` begins with an atom that begins no tuple of `b`, and all of `b`.
Matrix Matrices::override_with(const Matrix& a, const Matrix& b) {
  std::uint64_t rest = power(a.arity - 1);
  Matrix kept;
  kept.arity = a.arity;
  kept.overflow = a.overflow;
  std::size_t j = 0;
  Lit starts = kFalse;
  std::uint64_t last = ~std::uint64_t{0};
  std::vector<Lit> lits;
  for (const Cell& cell : a.cells) {
    std::uint64_t first = cell.index / rest;
    if (first != last) {
      last = first;
      lits.clear();
      while (j < b.cells.size() && b.cells[j].index / rest < first) ++j;
      for (std::size_t k = j; k < b.cells.size() && b.cells[k].index / rest == first; ++k) {
        lits.push_back(b.cells[k].lit);
      }
      starts = circuit_.disj(lits);
    }
    Lit lit = circuit_.conj(cell.lit, -starts);
    if (lit != kFalse) kept.cells.push_back({cell.index, lit});
  }
  Matrix result = make_union(kept, b);
  // Tuples with one first atom are all of a or all of b.
  result.is_functional = a.is_functional && b.is_functional && a.arity > 1;
  return result;
}

Matrix Matrices::join(const Matrix& a, const Matrix& b) {
  Matrix result;
  result.arity = a.arity + b.arity - 2;
  result.overflow = either(a.overflow, b.overflow);
  result.is_functional = a.is_functional && b.is_functional && b.arity > 1;
  std::uint64_t n = universe_.size();
  std::uint64_t rest = power(b.arity - 1);
  std::vector<Cell> found;
  for (const Cell& left : a.cells) {
    std::uint64_t atom = left.index % n;
    std::uint64_t base = left.index / n * rest;
    auto from =
        std::lower_bound(b.cells.begin(), b.cells.end(), atom * rest,
                         [](const Cell& cell, std::uint64_t index) { return cell.index < index; });
    for (auto it = from; it != b.cells.end() && it->index / rest == atom; ++it) {
      Lit lit = circuit_.conj(left.lit, it->lit);
      circuit_.tick();
      if (lit != kFalse) found.push_back({base + it->index % rest, lit});
    }
    if (found.size() > kMostCells) throw TooLarge{};
  }
  gather(found);
  result.cells = std::move(found);
  return result;
}

Matrix Matrices::product(const Matrix& a, const Matrix& b) {
  if (!b.cells.empty() && a.cells.size() > kMostCells / b.cells.size()) throw TooLarge{};
  Matrix result;
  result.arity = a.arity + b.arity;
  result.overflow = either(a.overflow, b.overflow);
  result.is_functional = b.is_functional;
  std::uint64_t width = power(b.arity);
  for (const Cell& left : a.cells) {
    for (const Cell& right : b.cells) {
      Lit lit = circuit_.conj(left.lit, right.lit);
      circuit_.tick();
      if (lit != kFalse) result.cells.push_back({left.index * width + right.index, lit});
    }
  }
  return result;
}

Matrix Matrices::transpose(const Matrix& a) {
  Matrix result;
  result.arity = 2;
  result.overflow = a.overflow;
  std::uint64_t n = universe_.size();
  for (const Cell& cell : a.cells) {
    result.cells.push_back({cell.index % n * n + cell.index / n, cell.lit});
  }
  std::sort(result.cells.begin(), result.cells.end(),
            [](const Cell& x, const Cell& y) { return x.index < y.index; });
  return result;
}

// Squaring: paths of length up to 2, 4, 8, … until they cover the atoms or nothing changes.
Matrix Matrices::closure(const Matrix& a, bool is_reflexive) {
  Matrix result = a;
  std::uint64_t n = universe_.size();
  std::vector<std::uint64_t> sources;
  for (const Cell& cell : a.cells) sources.push_back(cell.index / n);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  for (std::size_t length = 1; length < sources.size(); length *= 2) {
    Matrix longer = make_union(result, join(result, result));
    if (longer.cells == result.cells) break;
    result = std::move(longer);
  }
  result.is_functional = false;
  if (!is_reflexive) return result;
  Matrix diagonal;
  diagonal.arity = 2;
  for (std::uint64_t atom = 0; atom < n; ++atom) diagonal.cells.push_back({atom * n + atom, kTrue});
  return make_union(result, diagonal);
}

Lit Matrices::at(const Matrix& a, std::uint64_t index) {
  auto found =
      std::lower_bound(a.cells.begin(), a.cells.end(), index,
                       [](const Cell& cell, std::uint64_t other) { return cell.index < other; });
  return found != a.cells.end() && found->index == index ? found->lit : kFalse;
}

Matrix Matrices::restrict_domain(const Matrix& set, const Matrix& a) {
  Matrix result;
  result.arity = a.arity;
  result.overflow = either(a.overflow, set.overflow);
  result.is_functional = a.is_functional;
  std::uint64_t rest = power(a.arity - 1);
  for (const Cell& cell : a.cells) {
    Lit lit = circuit_.conj(at(set, cell.index / rest), cell.lit);
    if (lit != kFalse) result.cells.push_back({cell.index, lit});
  }
  return result;
}

Matrix Matrices::restrict_range(const Matrix& a, const Matrix& set) {
  Matrix result;
  result.arity = a.arity;
  result.overflow = either(a.overflow, set.overflow);
  result.is_functional = a.is_functional;
  for (const Cell& cell : a.cells) {
    Lit lit = circuit_.conj(at(set, cell.index % universe_.size()), cell.lit);
    if (lit != kFalse) result.cells.push_back({cell.index, lit});
  }
  return result;
}

Matrix Matrices::select(Lit condition, const Matrix& a, const Matrix& b) {
  if (condition == kTrue) return a;
  if (condition == kFalse) return b;
  Matrix result;
  result.arity = a.arity;
  result.overflow = circuit_.ite(condition, a.overflow, b.overflow);
  result.is_functional = a.is_functional && b.is_functional;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.cells.size() || j < b.cells.size()) {
    circuit_.tick();
    bool has_a = i < a.cells.size();
    bool has_b = j < b.cells.size();
    std::uint64_t index = !has_b                                ? a.cells[i].index
                          : !has_a                              ? b.cells[j].index
                          : a.cells[i].index < b.cells[j].index ? a.cells[i].index
                                                                : b.cells[j].index;
    Lit x = has_a && a.cells[i].index == index ? a.cells[i++].lit : kFalse;
    Lit y = has_b && b.cells[j].index == index ? b.cells[j++].lit : kFalse;
    Lit lit = circuit_.ite(condition, x, y);
    if (lit != kFalse) result.cells.push_back({index, lit});
  }
  return result;
}

std::vector<Lit> Matrices::literals(const Matrix& a) {
  std::vector<Lit> result;
  result.reserve(a.cells.size());
  for (const Cell& cell : a.cells) result.push_back(cell.lit);
  return result;
}

Lit Matrices::some(const Matrix& a) { return circuit_.disj(literals(a)); }

Lit Matrices::lone(const Matrix& a) {
  if (a.arity == 1 && a.is_functional) return kTrue;
  return circuit_.at_most_one(literals(a));
}

Lit Matrices::in(const Matrix& a, const Matrix& b) {
  std::vector<Lit> parts;
  std::size_t j = 0;
  for (const Cell& cell : a.cells) {
    circuit_.tick();
    while (j < b.cells.size() && b.cells[j].index < cell.index) ++j;
    bool is_there = j < b.cells.size() && b.cells[j].index == cell.index;
    Lit part = circuit_.disj(-cell.lit, is_there ? b.cells[j].lit : kFalse);
    if (part == kFalse) return kFalse;
    if (part != kTrue) parts.push_back(part);
  }
  return circuit_.conj(parts);
}

Lit Matrices::equal(const Matrix& a, const Matrix& b) { return circuit_.conj(in(a, b), in(b, a)); }

}  // namespace rel
