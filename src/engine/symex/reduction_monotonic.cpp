// Quasi-monotonic executions (engine/por/monotonic.h).
#include "engine/por/monotonic.h"

#include "engine/symex/interleavings.h"

namespace symex {

namespace {

class Monotonic : public Pruning {
 public:
  Monotonic() : Pruning({.needs_past = true, .selects_events = true}) {}

  bool allows(const por::Names& names, const por::Race::Path& path,
              const por::Event& next) const override {
    return por::is_monotonic(names, path, next.thread, next.clock);
  }
};

}  // namespace

std::unique_ptr<Strategy> make_monotonic(Executor& executor) {
  return std::make_unique<Interleavings>(executor, std::make_unique<Monotonic>());
}

}  // namespace symex
