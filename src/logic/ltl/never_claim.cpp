// Automata as text: never claims of SPIN, graphs of Graphviz.
#include <fmt/format.h>

#include "base/check.h"
#include "logic/ltl/automaton.h"

namespace ltl {

namespace {

std::string label_text(const Label& label, const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::uint64_t bit = std::uint64_t{1} << i;
    if ((label.positive & bit) != 0) parts.push_back(fmt::format("({})", names[i]));
    if ((label.negative & bit) != 0) parts.push_back(fmt::format("!({})", names[i]));
  }
  return parts.empty() ? "true" : fmt::format("{}", fmt::join(parts, " && "));
}

std::string state_name(const Automaton& a, std::uint32_t state) {
  return fmt::format("{}S{}{}", a.states[state].accepting ? "accept_" : "", state,
                     state == a.initial ? "_init" : "");
}

bool accepts_all(const Automaton::State& state, std::uint32_t self) {
  return state.accepting && state.edges.size() == 1 && state.edges[0].target == self &&
         state.edges[0].label.is_true();
}

std::string claim_state(const Automaton& a, std::uint32_t i,
                        const std::vector<std::string>& names) {
  const Automaton::State& state = a.states[i];
  std::string out = state_name(a, i) + ":\n";
  if (accepts_all(state, i)) {
    // A claim that comes to its end is violated as well, but this way the loop is shown.
    return out + fmt::format("  do\n  :: true -> goto {}\n  od;\n", state_name(a, i));
  }
  if (state.edges.empty()) return out + "  false;\n";
  out += "  do\n";
  for (const Automaton::Edge& e : state.edges) {
    out +=
        fmt::format("  :: ({}) -> goto {}\n", label_text(e.label, names), state_name(a, e.target));
  }
  return out + "  od;\n";
}

}  // namespace

std::string never_claim(const Automaton& automaton, const std::vector<std::string>& names,
                        const std::string& comment) {
  CHECK(names.size() >= automaton.props, "propositions without a name");
  std::string out = "never {";
  if (!comment.empty()) out += fmt::format("  /* {} */", comment);
  out += '\n' + claim_state(automaton, automaton.initial, names);
  for (std::uint32_t i = 0; i < automaton.states.size(); ++i) {
    if (i != automaton.initial) out += claim_state(automaton, i, names);
  }
  return out + "}\n";
}

std::string to_dot(const Automaton& automaton, const std::vector<std::string>& names) {
  std::string out = "digraph automaton {\n  rankdir=LR;\n  start [shape=point];\n";
  for (std::uint32_t i = 0; i < automaton.states.size(); ++i) {
    out += fmt::format("  {} [shape={}];\n", i,
                       automaton.states[i].accepting ? "doublecircle" : "circle");
  }
  out += fmt::format("  start -> {};\n", automaton.initial);
  for (std::uint32_t i = 0; i < automaton.states.size(); ++i) {
    for (const Automaton::Edge& e : automaton.states[i].edges) {
      std::string label;
      for (char c : label_text(e.label, names)) {
        if (c == '"' || c == '\\') label += '\\';
        label += c;
      }
      out += fmt::format("  {} -> {} [label=\"{}\"];\n", i, e.target, label);
    }
  }
  return out + "}\n";
}

}  // namespace ltl
