// Three ways, from cheap to thorough, each against a part of one budget of steps:
//
//   1. smaller inputs, with the schedule as it is (smaller_inputs.h);
//   2. delta debugging of the schedule (Zeller, Hildebrandt): pieces of it, each what one thread
//      does in a row, are left out, and pieces of one thread are joined;
//   3. a search for the shortest execution with these inputs (shortest.h), which is found if few
//      states come before it.
//
// A solver's model and a depth-first search are as they come; breadth-first search alone would do
// for small programs, and delta debugging alone keeps detours that every prefix needs.
#include "certify/shorten.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "certify/attempt.h"
#include "certify/shortest.h"
#include "certify/smaller_inputs.h"
#include "engine/interp/execute.h"
#include "engine/interp/inputs.h"

namespace certify {

namespace {

using Steps = std::vector<TakenStep>;

// What one thread does in a row: positions of steps.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Piece> pieces_of(const Steps& steps) {
  std::vector<Piece> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || steps[i].thread != steps[i - 1].thread) result.push_back({i, i});
    result.back().end = i + 1;
  }
  return result;
}

class Shortener {
 public:
  Shortener(run::Run& run, const interp::Model& model, verdict::Result& result,
            const ShortenOptions& options)
      : run_(run), model_(model), result_(result), options_(options) {}

  bool run() {
    if (!start()) return false;
    bool changed = shrink_inputs();
    std::size_t steps = best_.steps.size();
    std::size_t switches = best_.switches();
    shorten_schedule();
    search_shorter();
    changed = changed || best_.steps.size() != steps || best_.switches() != switches;
    return changed && replace();
  }

 private:
  Attempts attempts(std::uint64_t part) const {
    return Attempts(run_, model_, *result_.violation, options_.work / part);
  }

  // The execution as it was found, with its inputs given.
  bool start() {
    example_ = *result_.counterexample;
    auto inputs = interp::given_inputs(model_, example_);
    if (!inputs) return false;
    inputs_ = std::move(*inputs);
    run::Decisions decisions = result_.counterexample->decisions;
    std::erase_if(decisions,
                  [](const run::Decision& d) { return d.kind == run::DecisionKind::Input; });
    system_.emplace(model_, inputs_);
    auto shown = attempts(1).follow(*system_, decisions);
    if (!shown) return false;
    best_ = std::move(*shown);
    return true;
  }

  bool shrink_inputs() {
    Attempts attempts = this->attempts(4);
    return make_smaller(example_, [&](const verdict::Inputs& candidate) {
      if (attempts.is_over()) return false;
      auto inputs = interp::given_inputs(model_, candidate);
      if (!inputs) return false;
      interp::System system(model_, *inputs);
      auto shown = attempts.try_steps(system, best_.steps);
      if (!shown) return false;
      best_ = std::move(*shown);
      inputs_ = std::move(*inputs);
      system_.emplace(model_, inputs_);
      return true;
    });
  }

  void shorten_schedule() {
    Attempts attempts = this->attempts(4);
    for (bool goes_on = true; goes_on && !attempts.is_over();) {
      goes_on = leave_out_threads(attempts);
      goes_on = leave_out(attempts) || goes_on;
      goes_on = join_pieces(attempts) || goes_on;
    }
  }

  void search_shorter() {
    if (best_.switches() == 0) return;
    bool changed = false;
    for (Moves moves : {Moves::Large, Moves::Small}) {
      Attempts attempts = this->attempts(4);
      auto shorter = find_shorter(attempts, *system_, best_.steps.size(), moves);
      if (!shorter) continue;
      best_ = std::move(*shorter);
      changed = true;
    }
    if (changed) shorten_schedule();
  }

  bool attempt(Attempts& attempts, const Steps& steps) {
    auto shown = attempts.try_steps(*system_, steps);
    if (!shown || !shown->is_better_than(best_)) return false;
    best_ = std::move(*shown);
    return true;
  }

  // A thread that does nothing is often enough.
  bool leave_out_threads(Attempts& attempts) {
    bool changed = false;
    std::set<interp::ThreadId> threads;
    for (const TakenStep& step : best_.steps) threads.insert(step.thread);
    for (interp::ThreadId thread : threads) {
      Steps steps = best_.steps;
      std::erase_if(steps, [&](const TakenStep& step) { return step.thread == thread; });
      if (!attempts.is_over() && attempt(attempts, steps)) changed = true;
    }
    return changed;
  }

  // Half of the pieces, then a quarter, …, then single ones.
  bool leave_out(Attempts& attempts) {
    bool changed = false;
    std::size_t count = pieces_of(best_.steps).size();
    for (std::size_t many = std::max<std::size_t>(count / 2, 1);; many /= 2) {
      for (std::size_t at = 0; !attempts.is_over();) {
        std::vector<Piece> pieces = pieces_of(best_.steps);
        if (at >= pieces.size()) break;
        std::size_t behind = std::min(at + many, pieces.size());
        Steps steps(best_.steps.begin(), best_.steps.begin() + offset(pieces[at].begin));
        steps.insert(steps.end(), best_.steps.begin() + offset(pieces[behind - 1].end),
                     best_.steps.end());
        bool is_shorter = attempt(attempts, steps);
        changed = changed || is_shorter;
        if (!is_shorter) at += many;
      }
      if (many == 1 || attempts.is_over()) return changed;
    }
  }

  // A piece and the next one of the same thread become one, at the place of either.
  bool join_pieces(Attempts& attempts) {
    bool changed = false;
    for (std::size_t at = 0; !attempts.is_over(); ++at) {
      std::vector<Piece> pieces = pieces_of(best_.steps);
      if (at >= pieces.size()) break;
      std::size_t other = at + 1;
      auto thread = [&](std::size_t i) { return best_.steps[pieces[i].begin].thread; };
      while (other < pieces.size() && thread(other) != thread(at)) ++other;
      if (other >= pieces.size()) continue;
      changed = attempt(attempts, joined(pieces[at], pieces[other], true)) ||
                attempt(attempts, joined(pieces[at], pieces[other], false)) || changed;
    }
    return changed;
  }

  Steps joined(const Piece& first, const Piece& second, bool early) const {
    Steps result = best_.steps;
    auto begin = result.begin();
    if (early) {
      std::rotate(begin + offset(first.end), begin + offset(second.begin),
                  begin + offset(second.end));
    } else {
      std::rotate(begin + offset(first.begin), begin + offset(first.end),
                  begin + offset(second.begin));
    }
    return result;
  }

  static std::ptrdiff_t offset(std::size_t position) {
    return static_cast<std::ptrdiff_t>(position);
  }

  // The last word is that of a replay, with its trace.
  bool replace() {
    run::Run again(run::Limits{}, 0, &run_);
    verdict::Result replayed = interp::replay(again, model_, best_.decisions, inputs_);
    bool is_same = replayed.violation && replayed.violation->kind == result_.violation->kind &&
                   replayed.violation->span == result_.violation->span;
    if (!is_same) return false;
    result_.violation = std::move(replayed.violation);
    result_.counterexample = std::move(replayed.counterexample);
    return true;
  }

  run::Run& run_;
  const interp::Model& model_;
  verdict::Result& result_;
  const ShortenOptions& options_;
  verdict::Inputs example_;
  std::optional<interp::GivenInputs> inputs_;
  std::optional<interp::System> system_;
  Execution best_;
};

}  // namespace

bool shorten(run::Run& run, const interp::Model& model, verdict::Result& result,
             const ShortenOptions& options) {
  bool is_plain = result.violation && result.counterexample && !result.counterexample->loop &&
                  result.violation->kind != verdict::ViolationKind::Ltl;
  if (!is_plain || run.stop_reason_now()) return false;
  return Shortener(run, model, result, options).run();
}

}  // namespace certify
