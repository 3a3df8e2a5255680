// The loops of a procedure, recovered from its locations and transitions: a weak topological
// order (Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993). Summaries
// iterate its components to a fixpoint; the encoding unrolls them.
#pragma once

#include <vector>

#include "ir/program.h"

namespace modular {

// A location, or a loop: its head and what else is in it, in order.
struct FlowPart {
  ir::LocId location;  // of a loop: the head
  bool is_loop = false;
  std::vector<FlowPart> body;  // of a loop, without the head
};

struct Flow {
  std::vector<FlowPart> parts;  // reachable locations; each after all before it, loops aside
  std::vector<std::vector<ir::TransId>> outgoing;
  // From here the procedure can end normally, or by an exception; by location.
  std::vector<bool> can_return;
  std::vector<bool> can_raise;
};

Flow make_flow(const ir::Procedure& proc);

// The locations of a loop, its head first.
std::vector<ir::LocId> locations_of(const FlowPart& part);

}  // namespace modular
