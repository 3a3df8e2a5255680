#include "engine/modular/refine_log.h"

#include <fmt/format.h>

namespace modular {

namespace {

// A value of a variable, `null` for none.
std::string value_text(const rel::TupleSet& value, const rel::Universe& universe) {
  if (value.size() == 1) return universe.name(value.tuple(0)[0]);
  return value.empty() ? "null" : value.text(universe);
}

}  // namespace

std::string start_text(const Task& task, const InitialState& initial,
                       const rel::Instance& execution) {
  const rel::Universe& universe = task.heap.universe();
  const Slots& slots = task.slots();
  const ir::Procedure& proc = task.program.proc(task.proc);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < initial.params.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", proc.local(proc.params[i]).name,
                                value_text(execution.value(initial.params[i]), universe)));
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    // Static fields start at their defaults; objects without any field are of no interest.
    SlotKind kind = slots[SlotId(i)].kind;
    bool is_shown = kind != SlotKind::Global && kind != SlotKind::Allocated;
    if (!initial.relations[i] || !is_shown) continue;
    const rel::TupleSet& value = execution.value(initial.relations[i]);
    if (!value.empty()) {
      parts.push_back(fmt::format("{} = {}", slots[SlotId(i)].name, value.text(universe)));
    }
  }
  return parts.empty() ? "an empty heap" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string call_text(const Task& task, const EvaluatedCall& call) {
  const ir::Procedure& callee = task.program.proc(call.call.callee);
  std::vector<std::string> args;
  for (std::size_t i = 0; i < call.body.params.size(); ++i) {
    const rel::TupleSet& value = call.instance.value(call.body.params[i]);
    args.push_back(fmt::format("{} = {}", callee.local(callee.params[i]).name,
                               value_text(value, task.heap.universe())));
  }
  return fmt::format("{}({})", callee.name, fmt::join(args, ", "));
}

std::string difference_text(const Task& task, SlotId slot, rel::Evaluator& caller,
                            EvaluatedCall& call) {
  auto claim = caller.value(call.call.claim(slot));
  auto value = call.inside.value(call.ending().value(slot));
  if (!claim || !value) return "computes numbers beyond the bitwidth";
  const rel::Universe& universe = task.heap.universe();
  if (!slot) {
    return fmt::format("returns {}, not {}", value_text(*value, universe),
                       value_text(*claim, universe));
  }
  return fmt::format("leaves {}' with {}, not with {}", task.slots()[slot].name,
                     (*value - *claim).text(universe), (*claim - *value).text(universe));
}

}  // namespace modular
