// Whether a formula with X can tell how often a letter is repeated.
#include <map>

#include "logic/ltl/translate.h"

namespace ltl {

namespace {

constexpr std::uint32_t kMostProps = 6;  // the check names all letters

std::uint32_t prop_count(const Formulas& formulas, FormulaId id) {
  const Formula& f = formulas[id];
  std::uint32_t result = f.op == Op::Prop ? f.prop + 1 : 0;
  for (FormulaId arg : f.args) result = std::max(result, prop_count(formulas, arg));
  return result;
}

// A state of sl(A): a state of A and the letter that was read last, which may be read
// again without moving. Repeating is not accepting, so that it ends. kFresh: no letter yet.
constexpr std::uint32_t kFresh = 0xffffffffU;

struct Repeating {
  std::uint32_t state = 0;
  std::uint32_t letter = kFresh;
  bool accepting = false;  // A has just moved into an accepting state
  friend auto operator<=>(const Repeating&, const Repeating&) = default;
};

std::vector<Repeating> moves(const Automaton& a, const Repeating& from, std::uint32_t letter) {
  std::vector<Repeating> result;
  if (from.letter == letter) result.push_back({from.state, letter, false});
  for (const Automaton::Edge& e : a.states[from.state].edges) {
    if (e.label.allows(letter)) {
      result.push_back({e.target, letter, a.states[e.target].accepting});
    }
  }
  return result;
}

// Whether sl(a) and sl(b) accept a common word.
bool meet(const Automaton& a, const Automaton& b, std::uint32_t letters) {
  using Pair = std::pair<Repeating, Repeating>;
  std::map<Pair, std::uint32_t> ids;
  std::vector<Pair> queue;
  std::vector<std::vector<std::uint32_t>> successors;
  auto id = [&](const Pair& pair) {
    auto [found, is_new] = ids.try_emplace(pair, static_cast<std::uint32_t>(queue.size()));
    if (is_new) queue.push_back(pair);
    return found->second;
  };
  id({{a.initial}, {b.initial}});
  for (std::size_t i = 0; i < queue.size(); ++i) {
    Pair from = queue[i];
    successors.emplace_back();
    for (std::uint32_t letter = 0; letter < letters; ++letter) {
      std::vector<Repeating> right = moves(b, from.second, letter);
      for (const Repeating& x : moves(a, from.first, letter)) {
        for (const Repeating& y : right) successors[i].push_back(id({x, y}));
      }
    }
  }
  std::vector<std::uint32_t> component = components(successors);
  std::vector<unsigned> marks(queue.size(), 0);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::uint32_t t : successors[i]) {
      if (component[t] != component[i]) continue;
      unsigned& mark = marks[component[i]];
      mark |= queue[t].first.accepting ? 1U : 0U;
      mark |= queue[t].second.accepting ? 2U : 0U;
      if (mark == 3) return true;
    }
  }
  return false;
}

}  // namespace

bool is_stutter_invariant(Formulas& formulas, FormulaId formula) {
  if (formulas.is_next_free(formula)) return true;
  std::uint32_t props = prop_count(formulas, formula);
  if (props > kMostProps) return false;
  auto yes = translate(formulas, formula, props);
  auto no = translate(formulas, formulas.not_(formula), props);
  if (!yes || !no) return false;
  return !meet(*yes, *no, std::uint32_t{1} << props);
}

}  // namespace ltl
