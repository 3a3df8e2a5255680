#include "logic/rel/cnf.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"

namespace rel {

namespace {

std::uint32_t gate_of(Lit lit) { return static_cast<std::uint32_t>(std::abs(lit)); }

}  // namespace

int Cnf::variable(std::uint32_t gate) {
  if (states_.size() < circuit_.size()) states_.resize(circuit_.size());
  State& state = states_[gate];
  if (state.variable == 0) {
    state.variable = sat_.new_variable();
    if (gate == kTrue) {
      add({state.variable});
      state.emitted = kDown | kUp;
    }
  }
  return state.variable;
}

int Cnf::variable_of_input(Lit input) {
  CHECK(input > 0 && circuit_.kind(gate_of(input)) == GateKind::Input, "not an input");
  return variable(gate_of(input));
}

int Cnf::known_variable(Lit input) const {
  return gate_of(input) < states_.size() ? states_[gate_of(input)].variable : 0;
}

// Counts, for every gate below `root`, its uses by gates below any root so far.
void Cnf::count_uses(Lit root) {
  if (states_.size() < circuit_.size()) states_.resize(circuit_.size());
  ++states_[gate_of(root)].uses;
  std::vector<std::uint32_t> todo = {gate_of(root)};
  while (!todo.empty()) {
    std::uint32_t gate = todo.back();
    todo.pop_back();
    if (states_[gate].is_counted) continue;
    states_[gate].is_counted = true;
    for (Lit input : circuit_.inputs(gate)) {
      ++states_[gate_of(input)].uses;
      if (!states_[gate_of(input)].is_counted) todo.push_back(gate_of(input));
    }
  }
}

// An AND gate with one use and without clauses of its own.
bool Cnf::is_private(Lit lit) const {
  const State& state = states_[gate_of(lit)];
  return circuit_.kind(gate_of(lit)) == GateKind::And && state.uses <= 1 && state.variable == 0;
}

int Cnf::define(Lit lit, std::uint8_t halves) {
  int literal = variable(gate_of(lit));
  State& state = states_[gate_of(lit)];
  GateKind kind = circuit_.kind(gate_of(lit));
  if (kind != GateKind::Input && kind != GateKind::Constant && (halves & ~state.wanted) != 0) {
    state.wanted |= halves;
    pending_.push_back(gate_of(lit));
  }
  return lit > 0 ? literal : -literal;
}

int Cnf::use(Lit lit) { return define(lit, lit > 0 ? kDown : kUp); }

int Cnf::literal(Lit lit) {
  count_uses(lit);
  int result = define(lit, kDown | kUp);
  emit_pending();
  return result;
}

void Cnf::require(Lit lit, int selector) {
  if (lit == kTrue) return;
  if (lit == kFalse) {
    std::vector<int> clause;
    if (selector != 0) clause.push_back(-selector);
    return sat_.add(clause);
  }
  count_uses(lit);
  emit_conjunct(-selector, lit);
  emit_pending();
}

void Cnf::emit_pending() {
  while (!pending_.empty()) {
    circuit_.tick();
    std::uint32_t gate = pending_.back();
    pending_.pop_back();
    for (std::uint8_t half : {kDown, kUp}) {
      bool is_due = (states_[gate].wanted & half) != 0 && (states_[gate].emitted & half) == 0;
      if (!is_due) continue;
      states_[gate].emitted |= half;
      emit(gate, half);
    }
  }
}

void Cnf::emit(std::uint32_t gate, std::uint8_t half) {
  auto inputs = circuit_.inputs(gate);
  int g = variable(gate);
  switch (circuit_.kind(gate)) {
    case GateKind::And:
      if (half == kDown) {
        for (Lit input : inputs) emit_conjunct(-g, input);
      } else {
        std::vector<int> clause = {g};
        collect_negated(gate, clause);
        add_clause(clause);
      }
      return;
    case GateKind::Xor: {
      int a = define(inputs[0], kDown | kUp);
      int b = define(inputs[1], kDown | kUp);
      if (half == kDown) {
        add({-g, a, b});
        add({-g, -a, -b});
      } else {
        add({g, -a, b});
        add({g, a, -b});
      }
      return;
    }
    case GateKind::Ite: {
      int c = define(inputs[0], kDown | kUp);
      if (half == kDown) {
        add({-g, -c, use(inputs[1])});
        add({-g, c, use(inputs[2])});
      } else {
        add({g, -c, use(-inputs[1])});
        add({g, c, use(-inputs[2])});
      }
      return;
    }
    case GateKind::Constant:
    case GateKind::Input: UNREACHABLE("gate {} needs no clauses", gate);
  }
}

// `conjunct`, unless `not_gate` (0: no such literal) is true.
void Cnf::emit_conjunct(int not_gate, Lit conjunct) {
  std::vector<Lit> todo = {conjunct};
  while (!todo.empty()) {
    Lit lit = todo.back();
    todo.pop_back();
    if (lit > 0 && is_private(lit)) {  // its conjuncts instead
      auto inputs = circuit_.inputs(gate_of(lit));
      todo.insert(todo.end(), inputs.rbegin(), inputs.rend());
      continue;
    }
    std::vector<int> clause;
    if (not_gate != 0) clause.push_back(not_gate);
    if (lit < 0 && is_private(lit)) {
      collect_negated(gate_of(lit), clause);
    } else {
      clause.push_back(use(lit));
    }
    add_clause(clause);
  }
}

void Cnf::collect_conjuncts(std::uint32_t gate, std::vector<Lit>& conjuncts) {
  std::vector<std::uint32_t> todo = {gate};
  while (!todo.empty()) {
    std::uint32_t next = todo.back();
    todo.pop_back();
    for (Lit input : circuit_.inputs(next)) {
      if (input > 0 && is_private(input)) {
        todo.push_back(gate_of(input));
      } else {
        conjuncts.push_back(input);
      }
    }
  }
}

void Cnf::collect_negated(std::uint32_t gate, std::vector<int>& clause) {
  std::vector<Lit> conjuncts;
  collect_conjuncts(gate, conjuncts);
  for (Lit conjunct : conjuncts) clause.push_back(use(-conjunct));
}

void Cnf::add(std::initializer_list<int> clause) {
  sat_.add(std::span(clause.begin(), clause.size()));
}

// Merging gates can repeat a literal, or make the clause true.
void Cnf::add_clause(std::vector<int>& clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  for (int literal : clause) {
    if (literal < 0 && std::binary_search(clause.begin(), clause.end(), -literal)) return;
  }
  sat_.add(clause);
}

}  // namespace rel
