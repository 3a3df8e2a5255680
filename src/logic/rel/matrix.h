// Relations as sparse boolean matrices: the tuples that may be there, each with the literal
// that says whether it is. Operators of relational logic become gates, tuple by tuple.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "logic/rel/circuit.h"
#include "logic/rel/tuples.h"

namespace rel {

struct Cell {
  std::uint64_t index = 0;  // of the tuple, as in TupleSet
  Lit lit = kFalse;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Matrix {
  unsigned arity = 1;
  std::vector<Cell> cells;  // sorted by index; no literal is false
  Lit overflow = kFalse;    // the cells do not mean anything
  // For each choice of all atoms but the last, at most one cell is true.
  bool is_functional = false;
};

using MatrixPtr = std::shared_ptr<const Matrix>;

class Matrices {
 public:
  // More cells than this end a translation (see TooLarge).
  static constexpr std::size_t kMostCells = std::size_t{1} << 24;
  struct TooLarge {};  // thrown

  Matrices(Circuit& circuit, const Universe& universe) : circuit_(circuit), universe_(universe) {}

  Matrix constant(const TupleSet& set) const;
  Matrix make_union(const Matrix& a, const Matrix& b);
  Matrix intersection(const Matrix& a, const Matrix& b);
  Matrix difference(const Matrix& a, const Matrix& b);
  Matrix override_with(const Matrix& a, const Matrix& b);
  Matrix join(const Matrix& a, const Matrix& b);
  Matrix product(const Matrix& a, const Matrix& b);
  Matrix transpose(const Matrix& a);
  Matrix closure(const Matrix& a, bool is_reflexive);
  Matrix restrict_domain(const Matrix& set, const Matrix& a);
  Matrix restrict_range(const Matrix& a, const Matrix& set);
  Matrix select(Lit condition, const Matrix& a, const Matrix& b);

  Lit some(const Matrix& a);
  Lit lone(const Matrix& a);
  Lit in(const Matrix& a, const Matrix& b);
  Lit equal(const Matrix& a, const Matrix& b);
  // Is this tuple there?
  static Lit at(const Matrix& a, std::uint64_t index);
  // The cells' literals.
  static std::vector<Lit> literals(const Matrix& a);
  // Cells in any order, with equal indices joined by OR.
  void gather(std::vector<Cell>& cells);

 private:
  std::uint64_t power(unsigned exponent) const;
  Lit either(Lit a, Lit b) { return circuit_.disj(a, b); }

  Circuit& circuit_;
  const Universe& universe_;
};

}  // namespace rel
