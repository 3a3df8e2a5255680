// Sleep sets (Godefroid: Partial-Order Methods for the Verification of Concurrent Systems, 1996):
// a thread whose step was tried sleeps until something happens that the step depends on.
#include "engine/symex/interleavings.h"

namespace symex {

namespace {

class SleepSets : public Pruning {
 public:
  SleepSets() : Pruning({.has_sleep_sets = true}) {}
};

// Knows one thing only: a step that touches nothing shared commutes with all others.
class SimpleSleepSets : public SleepSets {
 public:
  bool commute(const por::Footprint& a, const por::Footprint& b, por::Equality&) const override {
    return a.empty() || b.empty();
  }
};

}  // namespace

std::unique_ptr<Strategy> make_sleep_sets(Executor& executor) {
  return std::make_unique<Interleavings>(executor, std::make_unique<SleepSets>());
}

std::unique_ptr<Strategy> make_simple_sleep_sets(Executor& executor) {
  return std::make_unique<Interleavings>(executor, std::make_unique<SimpleSleepSets>());
}

}  // namespace symex
