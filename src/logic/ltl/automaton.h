// Büchi automata over valuations of propositions, with acceptance at states: a word is
// accepted if some run visits an accepting state infinitely often.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ltl {

// The valuations that make a conjunction of literals true. Bit i stands for proposition i.
struct Label {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;

  bool allows(std::uint64_t valuation) const {
    return (valuation & positive) == positive && (valuation & negative) == 0;
  }
  bool is_contradiction() const { return (positive & negative) != 0; }
  bool is_true() const { return positive == 0 && negative == 0; }
  // Every valuation that this label allows, the other one allows too.
  bool implies(const Label& other) const {
    return (other.positive & ~positive) == 0 && (other.negative & ~negative) == 0;
  }
  friend Label operator&(const Label& a, const Label& b) {
    return {a.positive | b.positive, a.negative | b.negative};
  }
  friend auto operator<=>(const Label&, const Label&) = default;
};

struct Automaton {
  static constexpr std::size_t kMaxProps = 64;

  struct Edge {
    Label label;
    std::uint32_t target = 0;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  struct State {
    bool accepting = false;
    std::vector<Edge> edges;  // without any, the run dies
  };

  std::vector<State> states;  // never empty
  std::uint32_t initial = 0;
  std::uint32_t props = 0;  // how many propositions the labels speak of

  // No word is accepted: what reduce() leaves is one state without edges.
  bool is_empty() const { return states.size() == 1 && states[0].edges.empty(); }
};

// A smaller automaton for the same language: states from which nothing is accepted go,
// and so do states and edges that another one simulates directly (Etessami and Holzmann,
// "Optimizing Büchi Automata", CONCUR 2000).
Automaton reduce(Automaton automaton);

// The strongly connected components, numbered so that edges lead to equal or smaller
// numbers; by state. Unreachable states count.
std::vector<std::uint32_t> components(const std::vector<std::vector<std::uint32_t>>& successors);

// The graph of Graphviz, with the names of the propositions.
std::string to_dot(const Automaton& automaton, const std::vector<std::string>& names);

// A never claim of SPIN that accepts what the automaton accepts. The names are expressions
// of Promela, one a proposition; `comment` may say what the claim is for.
std::string never_claim(const Automaton& automaton, const std::vector<std::string>& names,
                        const std::string& comment = {});

}  // namespace ltl
