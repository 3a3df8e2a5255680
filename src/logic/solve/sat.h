// Propositional satisfiability behind an interface: clauses are added for good, questions come
// with assumptions. Literals are variables (from 1) with a sign, as in DIMACS.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/run/run.h"

namespace solve {

enum class SatAnswer : std::uint8_t { Sat, Unsat, Unknown };

class Sat {
 public:
  // The limits of the run and its cancellation end a question with Unknown.
  explicit Sat(run::Run& run);
  ~Sat();
  Sat(const Sat&) = delete;
  Sat& operator=(const Sat&) = delete;

  int new_variable();
  int variable_count() const;
  std::uint64_t clause_count() const;
  // The variable will be assumed or occur in later clauses: it is not to be eliminated.
  void freeze(int variable);
  void add(std::span<const int> clause);

  // Absent: as many conflicts as the limits of the run allow.
  SatAnswer solve(std::span<const int> assumptions,
                  std::optional<std::uint64_t> conflicts = std::nullopt);
  // After Sat.
  bool is_true(int literal) const;
  // After Unsat: is this assumption among those that cannot hold together?
  bool has_failed(int assumption) const;
  // After Unknown.
  const std::string& reason() const;

  std::uint64_t conflict_count() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace solve
