// Smaller automata: dead states, direct simulation, edges that others cover.
#include <algorithm>
#include <map>

#include "logic/ltl/automaton.h"

namespace ltl {

std::vector<std::uint32_t> components(const std::vector<std::vector<std::uint32_t>>& successors) {
  // Tarjan's algorithm without recursion.
  constexpr std::uint32_t kNone = 0xffffffffU;
  std::size_t n = successors.size();
  std::vector<std::uint32_t> index(n, kNone), low(n, 0), component(n, kNone), stack;
  std::uint32_t next_index = 0;
  std::uint32_t next_component = 0;
  struct Visit {
    std::uint32_t state;
    std::size_t edge;
  };
  for (std::uint32_t root = 0; root < n; ++root) {
    if (index[root] != kNone) continue;
    std::vector<Visit> visits{{root, 0}};
    while (!visits.empty()) {
      std::uint32_t s = visits.back().state;
      if (visits.back().edge == 0) {
        index[s] = low[s] = next_index++;
        stack.push_back(s);
      }
      if (visits.back().edge < successors[s].size()) {
        std::uint32_t t = successors[s][visits.back().edge++];
        if (index[t] == kNone) {
          visits.push_back({t, 0});
        } else if (component[t] == kNone) {
          low[s] = std::min(low[s], index[t]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) low[visits.back().state] = std::min(low[visits.back().state], low[s]);
      if (low[s] != index[s]) continue;
      for (std::uint32_t t = kNone; t != s;) {
        t = stack.back();
        stack.pop_back();
        component[t] = next_component;
      }
      ++next_component;
    }
  }
  return component;
}

namespace {

using State = Automaton::State;
using Edge = Automaton::Edge;

std::vector<std::vector<std::uint32_t>> successors_of(const Automaton& a) {
  std::vector<std::vector<std::uint32_t>> result(a.states.size());
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    for (const Edge& e : a.states[i].edges) result[i].push_back(e.target);
  }
  return result;
}

// By state: whether it lies on a cycle.
std::vector<bool> on_cycle(const Automaton& a, const std::vector<std::uint32_t>& component) {
  std::vector<bool> of_component(a.states.size(), false);
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    for (const Edge& e : a.states[i].edges) {
      if (component[e.target] == component[i]) of_component[component[i]] = true;
    }
  }
  std::vector<bool> result(a.states.size());
  for (std::size_t i = 0; i < a.states.size(); ++i) result[i] = of_component[component[i]];
  return result;
}

// Keeps the states that are reachable and can accept something; acceptance stays only
// where a cycle passes.
void trim(Automaton& a) {
  std::vector<std::uint32_t> component = components(successors_of(a));
  std::vector<bool> cyclic = on_cycle(a, component);
  std::vector<bool> good(a.states.size(), false);  // by component
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    a.states[i].accepting = a.states[i].accepting && cyclic[i];
    if (a.states[i].accepting) good[component[i]] = true;
  }
  // Components are numbered bottom up.
  std::vector<std::uint32_t> order(a.states.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return component[x] < component[y]; });
  for (std::uint32_t i : order) {
    for (const Edge& e : a.states[i].edges) {
      if (good[component[e.target]]) good[component[i]] = true;
    }
  }
  std::vector<std::uint32_t> names(a.states.size(), 0xffffffffU);
  std::vector<std::uint32_t> queue{a.initial};
  names[a.initial] = 0;
  Automaton result;
  result.props = a.props;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    State built{.accepting = a.states[queue[i]].accepting, .edges = {}};
    for (const Edge& e : a.states[queue[i]].edges) {
      if (!good[component[e.target]]) continue;
      if (names[e.target] == 0xffffffffU) {
        names[e.target] = static_cast<std::uint32_t>(queue.size());
        queue.push_back(e.target);
      }
      built.edges.push_back({e.label, names[e.target]});
    }
    result.states.push_back(std::move(built));
  }
  a = std::move(result);
}

// One edge for p && x and !p && x; none for what another edge to the same state covers.
void tidy_edges(std::vector<Edge>& edges) {
  for (bool changed = true; changed;) {
    changed = false;
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (std::size_t i = 0; i < edges.size() && !changed; ++i) {
      for (std::size_t j = 0; j < edges.size() && !changed; ++j) {
        if (i == j || edges[i].target != edges[j].target) continue;
        Label& x = edges[i].label;
        const Label& y = edges[j].label;
        if (y.implies(x)) {
          edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(j));
          changed = true;
          continue;
        }
        std::uint64_t bit = x.positive & y.negative;
        bool differ_in_one = bit != 0 && (bit & (bit - 1)) == 0 &&
                             (x.positive ^ bit) == y.positive && x.negative == (y.negative ^ bit);
        if (!differ_in_one) continue;
        x.positive ^= bit;
        changed = true;
      }
    }
  }
}

using Relation = std::vector<std::vector<bool>>;  // [q][r]: r simulates q

Relation direct_simulation(const Automaton& a) {
  std::size_t n = a.states.size();
  Relation sim(n, std::vector<bool>(n));
  for (std::size_t q = 0; q < n; ++q) {
    for (std::size_t r = 0; r < n; ++r) {
      sim[q][r] = !a.states[q].accepting || a.states[r].accepting;
    }
  }
  auto covered = [&](const Edge& e, std::size_t r) {
    return std::any_of(a.states[r].edges.begin(), a.states[r].edges.end(), [&](const Edge& f) {
      return e.label.implies(f.label) && sim[e.target][f.target];
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t q = 0; q < n; ++q) {
      for (std::size_t r = 0; r < n; ++r) {
        if (q == r || !sim[q][r]) continue;
        const auto& edges = a.states[q].edges;
        if (std::all_of(edges.begin(), edges.end(), [&](const Edge& e) { return covered(e, r); })) {
          continue;
        }
        sim[q][r] = false;
        changed = true;
      }
    }
  }
  return sim;
}

// States that simulate each other are one; of two edges the one to the weaker state goes.
void quotient(Automaton& a) {
  Relation sim = direct_simulation(a);
  std::size_t n = a.states.size();
  std::vector<std::uint32_t> leader(n);
  for (std::uint32_t q = 0; q < n; ++q) {
    leader[q] = q;
    for (std::uint32_t r = 0; r < q; ++r) {
      if (sim[q][r] && sim[r][q]) {
        leader[q] = r;
        break;
      }
    }
  }
  for (State& state : a.states) {
    for (Edge& e : state.edges) e.target = leader[e.target];
    tidy_edges(state.edges);
    std::vector<Edge> kept;
    for (std::size_t i = 0; i < state.edges.size(); ++i) {
      const Edge& e = state.edges[i];
      bool dominated = false;
      for (std::size_t j = 0; j < state.edges.size() && !dominated; ++j) {
        const Edge& f = state.edges[j];
        dominated =
            i != j && e.label.implies(f.label) && e.target != f.target && sim[e.target][f.target];
      }
      if (!dominated) kept.push_back(e);
    }
    state.edges = std::move(kept);
  }
  a.initial = leader[a.initial];
}

std::size_t edge_count(const Automaton& a) {
  std::size_t result = 0;
  for (const State& state : a.states) result += state.edges.size();
  return result;
}

void shrink(Automaton& a) {
  for (std::size_t before = 0;;) {
    std::size_t size = a.states.size() + edge_count(a);
    if (size == before) return;
    before = size;
    quotient(a);
    trim(a);
  }
}

}  // namespace

Automaton reduce(Automaton automaton) {
  for (State& state : automaton.states) tidy_edges(state.edges);
  trim(automaton);
  if (automaton.states.size() > 2'000) return automaton;  // the relation would be too large
  // Off the cycles acceptance may be chosen: whichever choice lets more states be equal.
  Automaton other = automaton;
  std::vector<bool> cyclic = on_cycle(other, components(successors_of(other)));
  for (std::size_t i = 0; i < other.states.size(); ++i) {
    if (!cyclic[i]) other.states[i].accepting = true;
  }
  quotient(other);
  trim(other);
  shrink(other);
  shrink(automaton);
  return other.states.size() < automaton.states.size() ? other : automaton;
}

}  // namespace ltl
