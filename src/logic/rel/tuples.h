// Atoms, tuples of atoms, and sets of tuples: the values of relations.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rel {

using Atom = std::uint32_t;
using Tuple = std::vector<Atom>;

// The atoms of a problem: named ones first, then the integers of a bitwidth, from the least to
// the greatest (two's complement); no integers if the bitwidth is 0.
class Universe {
 public:
  static constexpr unsigned kMaxBitwidth = 12;

  explicit Universe(std::vector<std::string> names = {}, unsigned bitwidth = 0);

  std::size_t size() const { return names_.size(); }
  const std::string& name(Atom atom) const { return names_[atom]; }
  unsigned bitwidth() const { return bitwidth_; }
  Atom first_int() const { return first_int_; }
  bool is_int(Atom atom) const { return atom >= first_int_; }
  std::int64_t least_int() const;
  std::int64_t greatest_int() const;
  std::int64_t int_value(Atom atom) const;
  // Nullopt: the bitwidth does not hold the value.
  std::optional<Atom> atom_of(std::int64_t value) const;
  // The greatest arity whose tuples can still be numbered.
  unsigned max_arity() const;

 private:
  std::vector<std::string> names_;
  unsigned bitwidth_;
  Atom first_int_;
};

// A set of tuples of one arity, kept as sorted numbers: a tuple is a numeral in base
// `universe size`, its first atom the leading digit.
class TupleSet {
 public:
  TupleSet() = default;
  TupleSet(unsigned arity, std::size_t universe) : arity_(arity), base_(universe) {}
  TupleSet(const Universe& universe, unsigned arity) : TupleSet(arity, universe.size()) {}

  static TupleSet atoms(const Universe& universe, std::span<const Atom> atoms);
  static TupleSet range(const Universe& universe, Atom first, Atom end);  // first ≤ a < end
  static TupleSet from_indices(unsigned arity, std::size_t base, std::vector<std::uint64_t> sorted);
  // All tuples whose atoms are in the columns' sets, in order.
  static TupleSet product(std::span<const TupleSet> columns);

  unsigned arity() const { return arity_; }
  std::size_t base() const { return base_; }
  std::size_t size() const { return indices_.size(); }
  bool empty() const { return indices_.empty(); }
  void add(std::span<const Atom> tuple);
  void add(std::initializer_list<Atom> tuple) { add(std::span(tuple.begin(), tuple.size())); }
  bool contains(std::span<const Atom> tuple) const { return contains_index(index_of(tuple)); }
  bool contains(std::initializer_list<Atom> t) const {
    return contains(std::span(t.begin(), t.size()));
  }
  bool contains_index(std::uint64_t index) const;
  bool is_subset_of(const TupleSet& other) const;

  std::uint64_t index_of(std::span<const Atom> tuple) const;
  Tuple tuple(std::size_t position) const { return tuple_of(indices_[position]); }
  Tuple tuple_of(std::uint64_t index) const;
  const std::vector<std::uint64_t>& indices() const { return indices_; }

  TupleSet product(const TupleSet& other) const;
  friend TupleSet operator|(const TupleSet& a, const TupleSet& b);
  friend TupleSet operator&(const TupleSet& a, const TupleSet& b);
  friend TupleSet operator-(const TupleSet& a, const TupleSet& b);
  friend bool operator==(const TupleSet&, const TupleSet&) = default;

  // `{A$0->B$1, A$1->B$0}`
  std::string text(const Universe& universe) const;

 private:
  unsigned arity_ = 1;
  std::size_t base_ = 0;
  std::vector<std::uint64_t> indices_;  // sorted, without duplicates
};

}  // namespace rel
