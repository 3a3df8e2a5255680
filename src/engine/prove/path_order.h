// Symbolic paths up to the order of steps that do not interfere (Definition 4).
#pragma once

#include <vector>

#include "logic/dl/event.h"

namespace prove {

// The representative of the path's equivalence class: of all orders that the path can be
// brought into by exchanging neighbours that do not interfere, the one where each step is by
// the first thread possible. Equal results mean equivalent paths.
std::vector<dl::Event> canonical_path(const dl::Store& store, const std::vector<dl::Event>& path);

}  // namespace prove
