#include "logic/rel/tuple_operators.h"

#include <algorithm>

namespace rel {

namespace {

std::uint64_t power(std::uint64_t base, unsigned exponent) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= base;
  return result;
}

TupleSet from_unsorted(unsigned arity, std::size_t base, std::vector<std::uint64_t> indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return TupleSet::from_indices(arity, base, std::move(indices));
}

}  // namespace

TupleSet join(const TupleSet& a, const TupleSet& b) {
  std::uint64_t rest = power(b.base(), b.arity() - 1);
  const auto& right = b.indices();
  std::vector<std::uint64_t> found;
  for (std::uint64_t left : a.indices()) {
    std::uint64_t atom = left % a.base();
    auto it = std::lower_bound(right.begin(), right.end(), atom * rest);
    for (; it != right.end() && *it / rest == atom; ++it) {
      found.push_back(left / a.base() * rest + *it % rest);
    }
  }
  return from_unsorted(a.arity() + b.arity() - 2, a.base(), std::move(found));
}

TupleSet transpose(const TupleSet& a) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t index : a.indices()) {
    found.push_back(index % a.base() * a.base() + index / a.base());
  }
  return from_unsorted(2, a.base(), std::move(found));
}

TupleSet closure(const TupleSet& a) {
  TupleSet result = a;
  for (;;) {
    TupleSet longer = result | join(result, a);
    if (longer == result) return result;
    result = std::move(longer);
  }
}

TupleSet identity(std::size_t atoms) {
  std::vector<std::uint64_t> indices;
  for (std::size_t atom = 0; atom < atoms; ++atom) indices.push_back(atom * atoms + atom);
  return TupleSet::from_indices(2, atoms, std::move(indices));
}

TupleSet override_with(const TupleSet& a, const TupleSet& b) {
  std::uint64_t rest = power(a.base(), a.arity() - 1);
  std::vector<std::uint64_t> found = b.indices();
  for (std::uint64_t index : a.indices()) {
    auto it = std::lower_bound(b.indices().begin(), b.indices().end(), index / rest * rest);
    bool is_replaced = it != b.indices().end() && *it / rest == index / rest;
    if (!is_replaced) found.push_back(index);
  }
  return from_unsorted(a.arity(), a.base(), std::move(found));
}

TupleSet restrict_domain(const TupleSet& set, const TupleSet& a) {
  std::uint64_t rest = power(a.base(), a.arity() - 1);
  std::vector<std::uint64_t> found;
  for (std::uint64_t index : a.indices()) {
    if (set.contains_index(index / rest)) found.push_back(index);
  }
  return from_unsorted(a.arity(), a.base(), std::move(found));
}

TupleSet restrict_range(const TupleSet& a, const TupleSet& set) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t index : a.indices()) {
    if (set.contains_index(index % a.base())) found.push_back(index);
  }
  return from_unsorted(a.arity(), a.base(), std::move(found));
}

}  // namespace rel
