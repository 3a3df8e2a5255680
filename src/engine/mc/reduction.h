// What the control points of a model touch, for coarsening and partial-order reduction.
#pragma once

#include "engine/mc/model.h"

namespace mc {

// Fills the fields of Model::points about accesses, and what stubborn sets need. `node_of` tells
// which node each expression became. docs/decisions/0012 and 0035 tell why the reductions that use
// them are sound.
void prepare_reductions(Model& model, const std::vector<std::uint32_t>& node_of);

}  // namespace mc
