#include "logic/rel/tuples.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/check.h"

namespace rel {

Universe::Universe(std::vector<std::string> names, unsigned bitwidth)
    : names_(std::move(names)), bitwidth_(bitwidth) {
  CHECK(bitwidth <= kMaxBitwidth, "integers of {} bits as atoms", bitwidth);
  first_int_ = static_cast<Atom>(names_.size());
  if (bitwidth == 0) return;
  for (std::int64_t value = least_int(); value <= greatest_int(); ++value) {
    names_.push_back(std::to_string(value));
  }
}

std::int64_t Universe::least_int() const {
  return bitwidth_ == 0 ? 0 : -(std::int64_t{1} << (bitwidth_ - 1));
}

std::int64_t Universe::greatest_int() const {
  return bitwidth_ == 0 ? -1 : (std::int64_t{1} << (bitwidth_ - 1)) - 1;
}

std::int64_t Universe::int_value(Atom atom) const {
  CHECK(is_int(atom), "atom {} is no integer", atom);
  return least_int() + (atom - first_int_);
}

std::optional<Atom> Universe::atom_of(std::int64_t value) const {
  if (value < least_int() || value > greatest_int()) return std::nullopt;
  return static_cast<Atom>(first_int_ + (value - least_int()));
}

unsigned Universe::max_arity() const {
  std::uint64_t limit =
      std::numeric_limits<std::uint64_t>::max() / std::max<std::size_t>(size(), 2);
  std::uint64_t count = 1;
  unsigned arity = 0;
  for (; count <= limit && arity < 255; ++arity) count *= std::max<std::size_t>(size(), 2);
  return arity;
}

TupleSet TupleSet::atoms(const Universe& universe, std::span<const Atom> atoms) {
  TupleSet result(1, universe.size());
  result.indices_.assign(atoms.begin(), atoms.end());
  std::sort(result.indices_.begin(), result.indices_.end());
  result.indices_.erase(std::unique(result.indices_.begin(), result.indices_.end()),
                        result.indices_.end());
  CHECK(result.empty() || result.indices_.back() < universe.size(), "an atom outside the universe");
  return result;
}

TupleSet TupleSet::range(const Universe& universe, Atom first, Atom end) {
  CHECK(end <= universe.size(), "an atom outside the universe");
  TupleSet result(1, universe.size());
  for (Atom a = first; a < end; ++a) result.indices_.push_back(a);
  return result;
}

TupleSet TupleSet::from_indices(unsigned arity, std::size_t base,
                                std::vector<std::uint64_t> sorted) {
  TupleSet result(arity, base);
  result.indices_ = std::move(sorted);
  return result;
}

TupleSet TupleSet::product(std::span<const TupleSet> columns) {
  CHECK(!columns.empty(), "a product of no columns");
  TupleSet result = columns[0];
  for (const TupleSet& column : columns.subspan(1)) result = result.product(column);
  return result;
}

std::uint64_t TupleSet::index_of(std::span<const Atom> tuple) const {
  CHECK(tuple.size() == arity_, "a tuple of {} atoms in a set of arity {}", tuple.size(), arity_);
  std::uint64_t index = 0;
  for (Atom atom : tuple) {
    CHECK(atom < base_, "an atom outside the universe");
    index = index * base_ + atom;
  }
  return index;
}

Tuple TupleSet::tuple_of(std::uint64_t index) const {
  Tuple result(arity_);
  for (unsigned i = arity_; i-- > 0;) {
    result[i] = static_cast<Atom>(index % base_);
    index /= base_;
  }
  return result;
}

void TupleSet::add(std::span<const Atom> tuple) {
  std::uint64_t index = index_of(tuple);
  auto at = std::lower_bound(indices_.begin(), indices_.end(), index);
  if (at == indices_.end() || *at != index) indices_.insert(at, index);
}

bool TupleSet::contains_index(std::uint64_t index) const {
  return std::binary_search(indices_.begin(), indices_.end(), index);
}

bool TupleSet::is_subset_of(const TupleSet& other) const {
  return std::includes(other.indices_.begin(), other.indices_.end(), indices_.begin(),
                       indices_.end());
}

TupleSet TupleSet::product(const TupleSet& other) const {
  CHECK(base_ == other.base_, "sets of different universes");
  TupleSet result(arity_ + other.arity_, base_);
  std::uint64_t width = 1;
  for (unsigned i = 0; i < other.arity_; ++i) width *= base_;
  result.indices_.reserve(size() * other.size());
  for (std::uint64_t a : indices_) {
    for (std::uint64_t b : other.indices_) result.indices_.push_back(a * width + b);
  }
  return result;
}

TupleSet operator|(const TupleSet& a, const TupleSet& b) {
  CHECK(a.arity_ == b.arity_, "union of arities {} and {}", a.arity_, b.arity_);
  TupleSet result(a.arity_, a.base_);
  std::set_union(a.indices_.begin(), a.indices_.end(), b.indices_.begin(), b.indices_.end(),
                 std::back_inserter(result.indices_));
  return result;
}

TupleSet operator&(const TupleSet& a, const TupleSet& b) {
  CHECK(a.arity_ == b.arity_, "intersection of arities {} and {}", a.arity_, b.arity_);
  TupleSet result(a.arity_, a.base_);
  std::set_intersection(a.indices_.begin(), a.indices_.end(), b.indices_.begin(), b.indices_.end(),
                        std::back_inserter(result.indices_));
  return result;
}

TupleSet operator-(const TupleSet& a, const TupleSet& b) {
  CHECK(a.arity_ == b.arity_, "difference of arities {} and {}", a.arity_, b.arity_);
  TupleSet result(a.arity_, a.base_);
  std::set_difference(a.indices_.begin(), a.indices_.end(), b.indices_.begin(), b.indices_.end(),
                      std::back_inserter(result.indices_));
  return result;
}

std::string TupleSet::text(const Universe& universe) const {
  std::string result = "{";
  for (std::size_t i = 0; i < size(); ++i) {
    if (i > 0) result += ", ";
    bool is_first = true;
    for (Atom atom : tuple(i)) {
      if (!is_first) result += "->";
      result += universe.name(atom);
      is_first = false;
    }
  }
  return result + "}";
}

}  // namespace rel
