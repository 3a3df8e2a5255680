#include "symex/engine.h"

#include "symex/optimal.h"

namespace symex {

Answer verify(run::Run& run, const Model& model, const Options& options) {
  return OptimalSearch(run, model, options).run();
}

}  // namespace symex
