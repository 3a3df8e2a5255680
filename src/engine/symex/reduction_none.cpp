// No reduction: all interleavings.
#include "engine/symex/interleavings.h"

namespace symex {

std::unique_ptr<Strategy> make_all_interleavings(Executor& executor) {
  return std::make_unique<Interleavings>(executor, std::make_unique<Pruning>());
}

}  // namespace symex
