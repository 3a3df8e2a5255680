// From an instance to an execution that the interpreter confirms: the heap before as inputs,
// the execution, the heap after, and the property evaluated on those two heaps.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/modular/refine.h"
#include "result/verdict/verdict.h"

namespace modular {

// The state before, as the inputs of the procedure.
verdict::Inputs inputs_of(const ir::Program& program, const Heap& heap, const Witness& witness);
// Leaves out objects that no input refers to: they do not matter, unless a property or a
// specification speaks of them, and a replay does not have them.
void keep_reachable(verdict::Inputs& inputs);

struct Confirmed {
  verdict::Counterexample execution;
  // Lines such as `Node#1.next = Node#2`, `Set#1.elts = {Job#1, Job#2}`.
  std::vector<std::pair<std::string, std::string>> before;
  std::vector<std::pair<std::string, std::string>> after;
  // What specification fields hold before, and what has changed, with a prime.
  std::vector<std::pair<std::string, std::string>> values;
  std::string dot;  // both heaps
};

// Executes the procedure of the goal on the inputs, with invariants and specifications evaluated on
// the way. If it does not end as claimed, the error says what happened instead: normally in a state
// in which the property is false, or without a property in the violation.
tl::expected<Confirmed, std::string> confirm(const Task& goal, const Witness& witness,
                                             const verdict::Violation& claimed,
                                             const verdict::Inputs& inputs);

}  // namespace modular
