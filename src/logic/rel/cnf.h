// From circuits to clauses, on demand and by polarity (Plaisted and Greenbaum, A
// Structure-preserving Clause Form Translation, 1986): a gate gets only the half of its
// definition that its uses need; another use later adds the other half. A gate with a single
// use gets no variable if it can be merged into the clause of its user.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/rel/circuit.h"
#include "logic/solve/sat.h"

namespace rel {

class Cnf {
 public:
  Cnf(Circuit& circuit, solve::Sat& sat) : circuit_(circuit), sat_(sat) {}
  Cnf(const Cnf&) = delete;
  Cnf& operator=(const Cnf&) = delete;

  // `lit` holds, or `selector` (a literal of the SAT problem) is false; 0: it holds always.
  void require(Lit lit, int selector);
  // The variable of an input, made if there is none.
  int variable_of_input(Lit input);
  // 0: the clauses do not mention the input.
  int known_variable(Lit input) const;
  // The literal of the SAT problem, with full definition.
  int literal(Lit lit);

 private:
  enum : std::uint8_t { kDown = 1, kUp = 2 };  // gate implies its inputs; and conversely
  struct State {
    int variable = 0;
    std::uint32_t uses = 0;    // by gates that are in use themselves
    std::uint8_t wanted = 0;   // halves asked for
    std::uint8_t emitted = 0;  // halves done
    bool is_counted = false;   // its inputs know of its use
  };

  void count_uses(Lit root);
  // The literal of the SAT problem for `lit`, of which one half of the definition is needed.
  int use(Lit lit);
  int define(Lit lit, std::uint8_t halves);
  void emit_pending();
  void emit(std::uint32_t gate, std::uint8_t half);
  void emit_conjunct(int not_gate, Lit conjunct);
  // Appends literals whose disjunction follows from "not all inputs of `gate`".
  void collect_negated(std::uint32_t gate, std::vector<int>& clause);
  void collect_conjuncts(std::uint32_t gate, std::vector<Lit>& conjuncts);
  bool is_private(Lit lit) const;
  int variable(std::uint32_t gate);
  void add(std::initializer_list<int> clause);
  void add_clause(std::vector<int>& clause);

  Circuit& circuit_;
  solve::Sat& sat_;
  std::vector<State> states_;           // by gate
  std::vector<std::uint32_t> pending_;  // gates with a half to emit
};

}  // namespace rel
