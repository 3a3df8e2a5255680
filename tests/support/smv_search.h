// Computes with SMV models: values of expressions, and all reachable states. Whatever
// NuSMV would refuse is an Error: operands of wrong types, values outside of the domain of
// a variable, a case without an answer, division by zero, a state without a successor.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/smv_model.h"

namespace support::smv {

using State = std::vector<Value>;  // by variable; inputs are false in stored states

class Evaluator {
 public:
  explicit Evaluator(const Model& model)
      : model_(model), known_(model.defines.size()), in_progress_(model.defines.size()) {
    needs_input_.resize(model.defines.size());
    for (std::size_t i = 0; i < model.defines.size(); ++i) define_needs_input(i);
  }

  // Values of definitions are kept while the state stays the same.
  void set_state(const State& values) {
    values_ = values;
    for (auto& value : known_) value.reset();
  }
  void set_input(std::size_t var, Value value) {
    values_[var] = value;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (*needs_input_[i]) known_[i].reset();
    }
  }

  bool needs_input(std::size_t define) const { return *needs_input_[define]; }

  Value eval(std::size_t id) {
    const Node& n = model_.nodes[id];
    switch (n.op) {
      case Op::Constant: return n.value;
      case Op::Var: return values_[n.index];
      case Op::Define: return define(n.index);
      case Op::Case: return alternatives(n);
      case Op::And: return truth(boolean(n.args[0]) && boolean(n.args[1]));
      case Op::Or: return truth(boolean(n.args[0]) || boolean(n.args[1]));
      case Op::Implies: return truth(!boolean(n.args[0]) || boolean(n.args[1]));
      case Op::Not: return truth(!boolean(n.args[0]));
      case Op::Negative: return {Kind::Int, -integer(n.args[0])};
      case Op::Equal: return truth(equal(eval(n.args[0]), eval(n.args[1])));
      case Op::NotEqual: return truth(!equal(eval(n.args[0]), eval(n.args[1])));
      case Op::In: {
        Value left = eval(n.args[0]);
        bool found = false;
        for (std::size_t i = 1; i < n.args.size(); ++i) found |= equal(left, eval(n.args[i]));
        return truth(found);
      }
      case Op::Count: {
        std::int64_t count = 0;
        for (std::size_t arg : n.args) count += boolean(arg) ? 1 : 0;
        return {Kind::Int, count};
      }
      default: return arithmetic(n.op, integer(n.args[0]), integer(n.args[1]));
    }
  }

  bool boolean(std::size_t id) {
    Value value = eval(id);
    if (value.kind != Kind::Bool) throw Error("a condition is no boolean");
    return value.number != 0;
  }

 private:
  static Value truth(bool value) { return {Kind::Bool, value ? 1 : 0}; }

  std::int64_t integer(std::size_t id) {
    Value value = eval(id);
    if (value.kind != Kind::Int) throw Error("an operand is no integer");
    return value.number;
  }

  static bool equal(const Value& a, const Value& b) {
    if (a.kind != b.kind) throw Error("values of different types are compared");
    return a == b;
  }

  static Value arithmetic(Op op, std::int64_t a, std::int64_t b) {
    switch (op) {
      case Op::Add: return {Kind::Int, a + b};
      case Op::Subtract: return {Kind::Int, a - b};
      case Op::Multiply: return {Kind::Int, a * b};
      case Op::Less: return truth(a < b);
      case Op::LessEqual: return truth(a <= b);
      case Op::Greater: return truth(a > b);
      case Op::GreaterEqual: return truth(a >= b);
      default: break;
    }
    // Versions of NuSMV differ for negative operands.
    if (a < 0 || b <= 0) throw Error("division with a negative operand, or by zero");
    return {Kind::Int, op == Op::Divide ? a / b : a % b};
  }

  Value alternatives(const Node& n) {
    for (std::size_t i = 0; i < n.args.size(); i += 2) {
      if (boolean(n.args[i])) return eval(n.args[i + 1]);
    }
    throw Error("no alternative of a case holds");
  }

  Value define(std::size_t id) {
    if (known_[id]) return *known_[id];
    if (in_progress_[id]) throw Error(model_.defines[id].name + " is defined by itself");
    in_progress_[id] = true;
    Value value = eval(model_.defines[id].body);
    in_progress_[id] = false;
    known_[id] = value;
    return value;
  }

  bool define_needs_input(std::size_t id) {
    if (!needs_input_[id]) {
      needs_input_[id] = false;
      needs_input_[id] = node_needs_input(model_.defines[id].body);
    }
    return *needs_input_[id];
  }
  bool node_needs_input(std::size_t id) {
    const Node& n = model_.nodes[id];
    if (n.op == Op::Var) return model_.vars[n.index].is_input;
    if (n.op == Op::Define) return define_needs_input(n.index);
    bool found = false;
    for (std::size_t arg : n.args) found = found || node_needs_input(arg);
    return found;
  }

  const Model& model_;
  State values_;
  std::vector<std::optional<Value>> known_;
  std::vector<bool> in_progress_;
  std::vector<std::optional<bool>> needs_input_;
};

struct Reachable {
  std::size_t states = 0;
  std::vector<bool> holds;                     // by invariant
  std::map<std::string, std::size_t> by_trap;  // states by the value of `trap`
  // By definition that needs no input: in how many states without a trap it is true.
  std::map<std::string, std::size_t> by_define;
  // By invariant that does not hold: a shortest way to break it, the inputs of each step
  // and the state before it, and the last state.
  std::vector<std::vector<State>> ways;
};

class Search {
 public:
  explicit Search(const Model& model) : model_(model), evaluator_(model) {
    for (std::size_t i = 0; i < model.vars.size(); ++i) {
      if (model.vars[i].is_input) inputs_.push_back(i);
    }
    constraints_.resize(inputs_.size() + 1);
    for (std::size_t constraint : model.trans) {
      std::set<std::size_t> vars;
      std::set<std::size_t> defines;
      collect_vars(constraint, vars, defines);
      std::size_t needed = 0;
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (vars.contains(inputs_[i])) needed = i + 1;
      }
      constraints_[needed].push_back(constraint);
    }
  }

  Reachable run() {
    Reachable result;
    result.holds.assign(model_.invariants.size(), true);
    result.ways.resize(model_.invariants.size());
    visit(initial(), {});
    for (std::size_t at = 0; at < all_.size(); ++at) {
      State state = all_[at].state;
      evaluator_.set_state(state);
      ++result.states;
      const std::string& trap =
          model_.symbols[static_cast<std::size_t>(state[model_.var_ids.at("trap")].number)];
      ++result.by_trap[trap];
      if (trap == "none") count_defines(result);
      for (std::size_t i = 0; i < model_.invariants.size(); ++i) {
        if (evaluator_.boolean(model_.invariants[i].node)) continue;
        if (result.holds[i]) result.ways[i] = way_to(at);
        result.holds[i] = false;
      }
      std::size_t moves = 0;
      choose(0, at, state, moves);
      if (moves == 0) throw Error("a state has no successor");
    }
    return result;
  }

 private:
  struct Found {
    State state;
    std::size_t before = SIZE_MAX;  // the state it was found from
    State inputs;                   // by the inputs
  };

  void visit(State state, Found found) {
    if (!seen_.insert(state).second) return;
    found.state = std::move(state);
    all_.push_back(std::move(found));
  }

  void count_defines(Reachable& result) {
    for (std::size_t i = 0; i < model_.defines.size(); ++i) {
      if (evaluator_.needs_input(i)) continue;
      Value value = evaluator_.eval(model_.defines[i].body);
      if (value == Value{Kind::Bool, 1}) ++result.by_define[model_.defines[i].name];
    }
  }

  // States with the inputs of the step from them.
  std::vector<State> way_to(std::size_t at) const {
    std::vector<State> result{all_[at].state};
    for (; all_[at].before != SIZE_MAX; at = all_[at].before) {
      State step = all_[all_[at].before].state;
      for (std::size_t input : inputs_) step[input] = all_[at].inputs[input];
      result.insert(result.begin(), std::move(step));
    }
    return result;
  }

  Value checked(const Var& var, Value value) const {
    for (const Value& member : var.domain) {
      if (member == value) return value;
    }
    throw Error("a value outside of the domain of " + var.name);
  }

  State initial() {
    State state(model_.vars.size());
    evaluator_.set_state(state);
    for (std::size_t i = 0; i < state.size(); ++i) {
      const Var& var = model_.vars[i];
      if (!var.is_input) state[i] = checked(var, evaluator_.eval(var.init));
    }
    return state;
  }

  // Variables that the expression reads; each definition is looked at once.
  void collect_vars(std::size_t id, std::set<std::size_t>& found, std::set<std::size_t>& defines) {
    const Node& n = model_.nodes[id];
    if (n.op == Op::Var) found.insert(n.index);
    if (n.op == Op::Define && defines.insert(n.index).second) {
      collect_vars(model_.defines[n.index].body, found, defines);
    }
    for (std::size_t arg : n.args) collect_vars(arg, found, defines);
  }

  // All values of the inputs from this one on.
  void choose(std::size_t next, std::size_t from, State& state, std::size_t& moves) {
    for (std::size_t constraint : constraints_[next]) {
      if (!evaluator_.boolean(constraint)) return;
    }
    if (next < inputs_.size()) {
      for (const Value& value : model_.vars[inputs_[next]].domain) {
        evaluator_.set_input(inputs_[next], value);
        state[inputs_[next]] = value;
        choose(next + 1, from, state, moves);
      }
      return;
    }
    ++moves;
    State successor(state.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
      const Var& var = model_.vars[i];
      if (!var.is_input) successor[i] = checked(var, evaluator_.eval(var.next));
    }
    visit(std::move(successor), {{}, from, state});
  }

  const Model& model_;
  Evaluator evaluator_;
  std::vector<std::size_t> inputs_;
  // Constraints that can be checked when so many inputs are known.
  std::vector<std::vector<std::size_t>> constraints_;
  std::set<State> seen_;
  std::vector<Found> all_;  // in the order of discovery: breadth first
};

// What NuSMV 2.6 prints about the invariants.
inline std::string nusmv_output(const Model& model, const Reachable& reached) {
  auto word = [&](const Value& value) -> std::string {
    if (value.kind == Kind::Bool) return value.number != 0 ? "TRUE" : "FALSE";
    if (value.kind == Kind::Int) return std::to_string(value.number);
    return model.symbols[static_cast<std::size_t>(value.number)];
  };
  std::string out = "*** This is NuSMV 2.6.0 (compiled on Wed Oct 14 15:36:56 2015)\n\n";
  int trace = 0;
  for (std::size_t i = 0; i < model.invariants.size(); ++i) {
    out += "-- invariant " + model.invariants[i].text;
    out += reached.holds[i] ? "  is true\n" : "  is false\n";
    if (reached.holds[i]) continue;
    std::string number = std::to_string(++trace);
    out +=
        "-- as demonstrated by the following execution sequence\n"
        "Trace Description: AG alpha Counterexample \nTrace Type: Counterexample \n";
    const std::vector<State>& way = reached.ways[i];
    for (std::size_t s = 0; s < way.size(); ++s) {
      std::string place = number + "." + std::to_string(s + 1);
      // Only what changed since it was printed last.
      auto section = [&](bool inputs, const State& now, const State* before) {
        for (std::size_t v = 0; v < model.vars.size(); ++v) {
          if (model.vars[v].is_input != inputs || (before && (*before)[v] == now[v])) continue;
          out += "    " + model.vars[v].name + " = " + word(now[v]) + "\n";
        }
      };
      if (s > 0) {
        out += "  -> Input: " + place + " <-\n";
        section(true, way[s - 1], s > 1 ? &way[s - 2] : nullptr);
      }
      out += "  -> State: " + place + " <-\n";
      section(false, way[s], s > 0 ? &way[s - 1] : nullptr);
    }
  }
  return out;
}

}  // namespace support::smv
