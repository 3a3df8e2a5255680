#include "logic/ltl/translate.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"

namespace ltl {

namespace {

using Set = std::vector<FormulaId>;  // sorted; read as a conjunction

// One way to satisfy a formula now: the letter allows `label`, the rest of the word
// satisfies all of `next`.
struct Way {
  Label label;
  Set next;
  friend auto operator<=>(const Way&, const Way&) = default;
};
using Ways = std::vector<Way>;

Set united(const Set& a, const Set& b) {
  Set result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

bool is_subset(const Set& a, const Set& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

// Drops what is harder than another way.
void keep_easiest(Ways& ways) {
  std::sort(ways.begin(), ways.end());
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  Ways kept;
  for (const Way& way : ways) {
    bool dominated = std::any_of(ways.begin(), ways.end(), [&](const Way& other) {
      return !(other == way) && way.label.implies(other.label) && is_subset(other.next, way.next);
    });
    if (!dominated) kept.push_back(way);
  }
  ways = std::move(kept);
}

Ways combined(const Ways& a, const Ways& b) {
  Ways result;
  for (const Way& x : a) {
    for (const Way& y : b) {
      Way way{x.label & y.label, united(x.next, y.next)};
      if (!way.label.is_contradiction()) result.push_back(std::move(way));
    }
  }
  keep_easiest(result);
  return result;
}

// A transition of the generalised automaton. Bit i of `accepts` stands for the i-th until.
struct Step {
  Label label;
  Set target;
  std::uint64_t accepts = 0;
  auto operator<=>(const Step&) const = default;
};

class Translator {
 public:
  Translator(Formulas& formulas, const TranslateLimits& limits)
      : formulas_(formulas), limits_(limits) {}

  std::optional<Automaton> run(FormulaId formula, std::uint32_t props) {
    if (props > Automaton::kMaxProps) return std::nullopt;
    collect_untils(formula);
    if (untils_.size() > 64) return std::nullopt;
    if (!expand(formula)) return std::nullopt;
    forget_useless();
    merge_equal();
    return reduce(degeneralised(props));
  }

 private:
  // --- the alternating automaton
  void collect_untils(FormulaId id) {
    if (!seen_.insert(id).second) return;
    const Formula f = formulas_[id];
    if (f.op == Op::Until) untils_.push_back(id);
    for (FormulaId arg : f.args) collect_untils(arg);
  }

  // The formula as sets of states that must be taken all together.
  std::vector<Set> sets_of(FormulaId id) {
    const Formula& f = formulas_[id];
    if (f.op == Op::True) return {{}};
    if (f.op == Op::False) return {};
    if (f.op == Op::Or) {
      std::vector<Set> result;
      for (FormulaId arg : f.args) {
        for (Set& set : sets_of(arg)) result.push_back(std::move(set));
      }
      return result;
    }
    if (f.op != Op::And) return {{id}};
    std::vector<Set> result{{}};
    for (FormulaId arg : f.args) {
      std::vector<Set> more;
      for (const Set& a : result) {
        for (const Set& b : sets_of(arg)) more.push_back(united(a, b));
      }
      result = std::move(more);
    }
    return result;
  }

  const Ways& ways_of(FormulaId id) {
    auto found = ways_.find(id);
    if (found != ways_.end()) return found->second;
    Ways result = find_ways(id);
    keep_easiest(result);
    return ways_[id] = std::move(result);
  }

  Ways find_ways(FormulaId id) {
    const Formula& f = formulas_[id];
    Ways result;
    switch (f.op) {
      case Op::False: break;
      case Op::True: result.push_back({}); break;
      case Op::Prop: {
        std::uint64_t bit = std::uint64_t{1} << f.prop;
        result.push_back({f.negated ? Label{0, bit} : Label{bit, 0}, {}});
        break;
      }
      case Op::Or:
        for (FormulaId arg : f.args) {
          const Ways& ways = ways_of(arg);
          result.insert(result.end(), ways.begin(), ways.end());
        }
        break;
      case Op::And:
        result.push_back({});
        for (FormulaId arg : f.args) result = combined(result, ways_of(arg));
        break;
      case Op::Next:
        for (Set& set : sets_of(f.args[0])) result.push_back({{}, std::move(set)});
        break;
      case Op::Until:
        result = combined(ways_of(f.args[0]), {{{}, {id}}});
        result.insert(result.end(), ways_of(f.args[1]).begin(), ways_of(f.args[1]).end());
        break;
      case Op::Release:
        result = ways_of(f.args[0]);
        result.push_back({{}, {id}});
        result = combined(result, ways_of(f.args[1]));
        break;
    }
    return result;
  }

  // --- the generalised automaton
  std::uint32_t state_of(const Set& set) {
    auto [found, is_new] = ids_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(set);
    return found->second;
  }

  // A run may take the transition infinitely often without owing until number i.
  std::uint64_t accepts(const Label& label, const Set& target) {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < untils_.size(); ++i) {
      FormulaId until = untils_[i];
      bool good = !std::binary_search(target.begin(), target.end(), until);
      for (const Way& way : ways_of(until)) {
        if (good) break;
        good = label.implies(way.label) && is_subset(way.next, target) &&
               !std::binary_search(way.next.begin(), way.next.end(), until);
      }
      if (good) result |= std::uint64_t{1} << i;
    }
    return result;
  }

  std::vector<Step> steps_from(const Ways& ways) {
    std::vector<Step> all;
    for (const Way& way : ways) all.push_back({way.label, way.next, accepts(way.label, way.next)});
    std::vector<Step> kept;
    for (const Step& step : all) {
      bool dominated = std::any_of(all.begin(), all.end(), [&](const Step& other) {
        return !(other == step) && step.label.implies(other.label) &&
               is_subset(other.target, step.target) && (step.accepts & ~other.accepts) == 0;
      });
      if (!dominated) kept.push_back(step);
    }
    return kept;
  }

  // Unlike keep_easiest in ways of formulas, products must keep harder ways that accept
  // more, so that they are joined without dropping any.
  std::optional<std::vector<Step>> steps_of_set(const Set& set) {
    Ways ways{{}};
    for (FormulaId id : set) {
      Ways more;
      for (const Way& x : ways) {
        for (const Way& y : ways_of(id)) {
          Way way{x.label & y.label, united(x.next, y.next)};
          if (!way.label.is_contradiction()) more.push_back(std::move(way));
        }
      }
      std::sort(more.begin(), more.end());
      more.erase(std::unique(more.begin(), more.end()), more.end());
      if (more.size() > limits_.edges) return std::nullopt;
      ways = std::move(more);
    }
    return steps_from(ways);
  }

  bool expand(FormulaId formula) {
    std::vector<Set> start = sets_of(formula);
    std::optional<std::vector<Step>> first;
    if (start.size() == 1) {
      state_of(start[0]);
    } else {
      // A state of its own begins with the steps of each of the sets.
      sets_.push_back({});
      first.emplace();
      for (const Set& set : start) {
        auto steps = steps_of_set(set);
        if (!steps) return false;
        first->insert(first->end(), steps->begin(), steps->end());
      }
    }
    std::size_t edges = 0;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      auto steps = i == 0 && first ? first : steps_of_set(sets_[i]);
      if (!steps) return false;
      std::vector<GenericEdge> out;
      for (const Step& step : *steps) {
        out.push_back({step.label, state_of(step.target), step.accepts});
      }
      edges += out.size();
      edges_.push_back(std::move(out));
      if (sets_.size() > limits_.states || edges > limits_.edges) return false;
    }
    return true;
  }

  struct GenericEdge {
    Label label;
    std::uint32_t target = 0;
    std::uint64_t accepts = 0;
    friend auto operator<=>(const GenericEdge&, const GenericEdge&) = default;
  };

  std::uint64_t full() const {
    return untils_.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << untils_.size()) - 1;
  }

  std::vector<std::uint32_t> component_of() const {
    std::vector<std::vector<std::uint32_t>> successors(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      for (const GenericEdge& e : edges_[i]) successors[i].push_back(e.target);
    }
    return components(successors);
  }

  // Acceptance matters only inside of components that can accept; there, transitions to
  // other components may claim everything.
  void forget_useless() {
    std::vector<std::uint32_t> component = component_of();
    std::vector<std::uint64_t> seen(edges_.size(), 0);
    std::vector<bool> cycles(edges_.size(), false);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      for (const GenericEdge& e : edges_[i]) {
        if (component[e.target] != component[i]) continue;
        cycles[component[i]] = true;
        seen[component[i]] |= e.accepts;
      }
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      bool can_accept = cycles[component[i]] && seen[component[i]] == full();
      for (GenericEdge& e : edges_[i]) {
        if (component[e.target] != component[i]) {
          e.accepts = full();
        } else if (!can_accept) {
          e.accepts = 0;
        }
      }
    }
  }

  // States with the same transitions are one, again and again.
  void merge_equal() {
    for (bool changed = true; changed;) {
      changed = false;
      std::map<std::vector<GenericEdge>, std::uint32_t> first;
      std::vector<std::uint32_t> now(edges_.size());
      for (std::size_t i = 0; i < edges_.size(); ++i) {
        std::sort(edges_[i].begin(), edges_[i].end());
        edges_[i].erase(std::unique(edges_[i].begin(), edges_[i].end()), edges_[i].end());
        auto [found, is_new] = first.try_emplace(edges_[i], static_cast<std::uint32_t>(i));
        now[i] = found->second;
        // Unreachable copies are dropped later, and must not count as changes.
        changed = changed || (!is_new && !merged_.contains(static_cast<std::uint32_t>(i)));
        if (!is_new) merged_.insert(static_cast<std::uint32_t>(i));
      }
      for (std::vector<GenericEdge>& out : edges_) {
        for (GenericEdge& e : out) e.target = now[e.target];
      }
    }
  }

  // Counts through the untils; a state at the last count is accepting. Inside of one
  // component only: leaving one starts anew.
  Automaton degeneralised(std::uint32_t props) const {
    auto last = static_cast<std::uint32_t>(untils_.size());
    std::vector<std::uint32_t> component = component_of();
    Automaton result;
    result.props = props;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> ids;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> queue;
    auto state = [&](std::uint32_t of, std::uint32_t level) {
      auto [found, is_new] = ids.try_emplace({of, level}, static_cast<std::uint32_t>(queue.size()));
      if (is_new) queue.emplace_back(of, level);
      return found->second;
    };
    result.initial = state(0, 0);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      auto [of, level] = queue[i];
      Automaton::State built{.accepting = level == last, .edges = {}};
      for (const GenericEdge& e : edges_[of]) {
        std::uint32_t to = level == last ? 0 : level;
        if (component[e.target] != component[of]) to = 0;
        while (to < last && (e.accepts >> to & 1) != 0 && component[e.target] == component[of])
          ++to;
        built.edges.push_back({e.label, state(e.target, to)});
      }
      result.states.push_back(std::move(built));
    }
    return result;
  }

  Formulas& formulas_;
  const TranslateLimits& limits_;
  std::set<FormulaId> seen_;
  std::vector<FormulaId> untils_;
  std::map<FormulaId, Ways> ways_;
  std::map<Set, std::uint32_t> ids_;
  std::vector<Set> sets_;  // of the generalised automaton; it begins in the first
  std::vector<std::vector<GenericEdge>> edges_;
  std::set<std::uint32_t> merged_;
};

}  // namespace

std::optional<Automaton> translate(Formulas& formulas, FormulaId formula, std::uint32_t props,
                                   const TranslateLimits& limits) {
  return Translator(formulas, limits).run(formula, props);
}

}  // namespace ltl
