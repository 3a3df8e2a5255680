#include "logic/solve/models.h"

#include <algorithm>

namespace solve {

namespace {

constexpr std::size_t kMostModels = 8;

}  // namespace

// All variables at their defaults: as good as any for a start.
Models::Models(const term::Terms& terms) { known_.push_back({term::Evaluator(terms, {}), 0}); }

bool Models::find(std::span<const term::Term> path, std::span<const term::Term> extra) {
  for (auto it = known_.begin(); it != known_.end(); ++it) {
    term::Evaluator& evaluator = it->evaluator;
    // The question first: it is shorter and fails more often.
    bool holds =
        std::all_of(extra.begin(), extra.end(), [&](term::Term t) { return evaluator.is_true(t); });
    if (!holds) continue;
    while (it->satisfied < path.size() && evaluator.is_true(path[it->satisfied])) {
      ++it->satisfied;
    }
    if (it->satisfied < path.size()) continue;
    known_.splice(known_.begin(), known_, it);
    return true;
  }
  return false;
}

Models::Known& Models::best() {
  auto best = known_.begin();
  for (auto it = known_.begin(); it != known_.end(); ++it) {
    if (it->satisfied > best->satisfied) best = it;
  }
  return *best;
}

void Models::add(term::Evaluator evaluator, std::size_t satisfied) {
  known_.push_front({std::move(evaluator), satisfied});
  if (known_.size() > kMostModels) known_.pop_back();
}

void Models::shrink(std::size_t size) {
  for (Known& known : known_) known.satisfied = std::min(known.satisfied, size);
}

void Models::rollback(term::Terms::Mark mark) {
  for (Known& known : known_) known.evaluator.rollback(mark);
}

}  // namespace solve
