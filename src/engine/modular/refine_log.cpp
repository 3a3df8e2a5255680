// What happens in the rounds, for people who watch.
#include <fmt/format.h>

#include "engine/modular/refine_entry.h"

namespace modular {

namespace {

// A value of a variable, `null` for none.
std::string value_text(const rel::TupleSet& value, const rel::Universe& universe) {
  if (value.size() == 1) return universe.name(value.tuple(0)[0]);
  return value.empty() ? "null" : value.text(universe);
}

}  // namespace

// The arguments and the heap that the execution found starts with.
std::string Refinement::start_text() const {
  const rel::Universe& universe = heap_.universe();
  const rel::Instance& found = solver_->instance();
  const ir::Procedure& proc = program_.proc(proc_);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < args_.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", proc.local(proc.params[i]).name,
                                value_text(found.value(args_[i]), universe)));
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    // Static fields start at their defaults; objects without any field are of no interest.
    SlotKind kind = slots_[SlotId(i)].kind;
    if (!before_[i] || kind == SlotKind::Global || kind == SlotKind::Allocated) continue;
    const rel::TupleSet& value = found.value(before_[i]);
    if (!value.empty()) {
      parts.push_back(fmt::format("{} = {}", slots_[SlotId(i)].name, value.text(universe)));
    }
  }
  return parts.empty() ? "an empty heap" : fmt::format("{}", fmt::join(parts, ", "));
}

// `Node.find(this = Node#1, key = 3)`
std::string Refinement::call_text(const Site& site, const Entry& entry) const {
  const ir::Procedure& callee = program_.proc(site.call.callee);
  std::vector<std::string> args;
  for (std::size_t i = 0; i < entry.body.params.size(); ++i) {
    const rel::TupleSet& value = entry.instance.value(entry.body.params[i]);
    args.push_back(fmt::format("{} = {}", callee.local(callee.params[i]).name,
                               value_text(value, heap_.universe())));
  }
  return fmt::format("{}({})", callee.name, fmt::join(args, ", "));
}

// What the execution found claims of a slot or the result, and what the body makes of it.
std::string Refinement::mistake_text(const Site& site, SlotId slot, rel::Evaluator& caller,
                                     Entry& entry) const {
  auto claim = caller.value(site.call.claim(slot));
  auto value = entry.inside.value(entry.ending().value(slot));
  if (!claim || !value) return "computes numbers beyond the bitwidth";
  const rel::Universe& universe = heap_.universe();
  if (!slot) {
    return fmt::format("returns {}, not {}", value_text(*value, universe),
                       value_text(*claim, universe));
  }
  return fmt::format("leaves {}' with {}, not with {}", slots_[slot].name,
                     (*value - *claim).text(universe), (*claim - *value).text(universe));
}

}  // namespace modular
