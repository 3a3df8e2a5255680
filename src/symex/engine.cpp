#include "symex/engine.h"

#include "symex/interleave.h"
#include "symex/optimal.h"
#include "symex/stateful.h"

namespace symex {

namespace {

Answer search(run::Run& run, const Model& model, const Options& options) {
  // Races are found where an execution could have gone the other way.
  if (options.races || (!options.stateful && options.reduction == Reduction::Optimal)) {
    return OptimalSearch(run, model, options).run();
  }
  if (options.stateful) return StatefulSearch(run, model, options).run();
  return InterleavingSearch(run, model, options).run();
}

}  // namespace

Answer verify(run::Run& run, const Model& model, const Options& options) {
  run::Statistics before = run.stats;
  Answer answer = search(run, model, options);
  if (!answer.is_misled) return answer;
  run.stats = before;
  Options careful = options;
  careful.quiet_unlocks = false;
  return search(run, model, careful);
}

}  // namespace symex
