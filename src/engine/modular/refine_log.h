// What `-v` tells of each round.
#pragma once

#include <string>

#include "engine/modular/evaluated_call.h"
#include "engine/modular/initial_state.h"

namespace modular {

// The arguments and the heap that an execution starts with.
std::string start_text(const Task& task, const InitialState& initial,
                       const rel::Instance& execution);
// `Node.find(this = Node#1, key = 3)`
std::string call_text(const Task& task, const EvaluatedCall& call);
// What an execution claims of a slot or of the result, and what the body makes of it.
std::string difference_text(const Task& task, SlotId slot, rel::Evaluator& caller,
                            EvaluatedCall& call);

}  // namespace modular
