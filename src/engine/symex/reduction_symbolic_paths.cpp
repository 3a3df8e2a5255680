// The reduction of symbolic paths (SymPaths): an execution is left where its trace was explored
// before.
#include <unordered_set>

#include "engine/symex/interleavings.h"

namespace symex {

namespace {

class SymbolicPaths : public Pruning {
 public:
  SymbolicPaths() : Pruning({.needs_past = true, .needs_hash = true}) {}

  void reset() override { explored_.clear(); }
  bool was_explored(const por::Hash& trace) override { return !explored_.insert(trace).second; }

 private:
  std::unordered_set<por::Hash, por::HashOfHash> explored_;
};

}  // namespace

std::unique_ptr<Strategy> make_symbolic_paths(Executor& executor) {
  return std::make_unique<Interleavings>(executor, std::make_unique<SymbolicPaths>());
}

}  // namespace symex
