#include "engine/modular/evaluated_call.h"

namespace modular {

std::vector<SlotId> EvaluatedCall::differences(rel::Evaluator& caller) {
  std::vector<SlotId> found;
  auto compare = [&](SlotId slot) {
    auto claim = caller.value(call.claim(slot));
    auto value = inside.value(ending().value(slot));
    if (!claim || !value || *claim != *value) found.push_back(slot);
  };
  for (const auto& [slot, after] : call.after) compare(slot);
  if (!is_raised && call.result) compare({});
  return found;
}

bool EvaluatedCall::is_feasible(rel::Evaluator& caller) {
  return ends() && differences(caller).empty();
}

}  // namespace modular
