// What the control points of a model touch, for coarsening and partial-order reduction.
#pragma once

#include "engine/mc/model.h"

namespace mc {

// Fills the fields of Model::points about accesses. docs/decisions/0012 tells why the
// reductions that use them are sound.
void prepare_reductions(Model& model);

}  // namespace mc
