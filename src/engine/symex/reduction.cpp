#include "engine/symex/reduction.h"

#include "engine/symex/strategy.h"

namespace symex {

// In the files of the reductions.
#define REDUCTION(name, word, make, meaning) std::unique_ptr<Strategy> make(Executor& executor);
#include "engine/symex/reductions.def"
#undef REDUCTION

namespace {

using Maker = std::unique_ptr<Strategy>(Executor&);

constexpr Maker* kMakers[] = {
#define REDUCTION(name, word, make, meaning) make,
#include "engine/symex/reductions.def"
#undef REDUCTION
};

}  // namespace

std::unique_ptr<Strategy> make_strategy(Reduction reduction, Executor& executor) {
  return kMakers[static_cast<std::size_t>(reduction)](executor);
}

}  // namespace symex
