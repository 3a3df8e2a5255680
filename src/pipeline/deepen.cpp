// How fast bounds grow is a matter of what they cost. Depth and unwinding are cheap where
// executions end by themselves, so they are multiplied. Sizes of arrays, scopes and numbers of
// objects multiply the work, so they grow slowly.
#include "pipeline/deepen.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/mc/options.h"
#include "logic/rel/tuples.h"

namespace pipeline {

namespace {

std::int64_t a_little_more(std::int64_t value) {
  return value + std::max<std::int64_t>(1, value / 4);
}

class Raiser {
 public:
  explicit Raiser(Request& options) : options_(options) {}

  bool raise(const verdict::Bound& bound) {
    std::string option(verdict::option_of(bound));
    if (option.empty() || options_.is_given(option)) return false;
    if (bound.name == "range") return raise_range(bound.value);
    auto value = base::parse_number<std::int64_t>(bound.value);
    return value && raise(bound.name, *value);
  }

 private:
  bool raise(std::string_view name, std::int64_t value) {
    constexpr std::int64_t kMost = std::int64_t{1} << 30;
    if (value >= kMost) return false;
    auto small = [](std::int64_t n) { return static_cast<std::uint32_t>(n); };
    pass::FiniteBounds& finite = options_.bounds;
    if (name == "depth") {
      options_.depth = static_cast<std::uint64_t>(value) * 4;
    } else if (name == "unwind") {
      options_.unwind = small(options_.engine == Engine::Modular ? value + 1 : value * 2);
    } else if (name == "array-size") {
      finite.array_size = a_little_more(value);
      finite.given.insert("array-size");
      options_.array_size = small(finite.array_size);
    } else if (name == "scope" && value < modular::Scope::kMost) {
      options_.modular.scope.objects = small(value + 1);
    } else if (name == "bitwidth" && value < rel::Universe::kMaxBitwidth) {
      options_.modular.scope.bitwidth = small(value + 1);
    } else if (name == "instances") {
      finite.instances = a_little_more(value);
      finite.given.insert("instances");
    } else if (name == "recursion") {
      finite.recursion = a_little_more(value);
      finite.given.insert("recursion");
    } else if (name == "threads" && value < mc::kMaxThreads) {
      finite.threads = std::min<std::int64_t>(value * 2, mc::kMaxThreads);
      finite.given.insert("threads");
    } else {
      return false;
    }
    return true;
  }

  bool raise_range(std::string_view value) {
    constexpr std::int64_t kWidest = std::int64_t{1} << 30;
    std::size_t dots = value.find("..");
    if (dots == std::string_view::npos) return false;
    auto low = base::parse_number<std::int64_t>(value.substr(0, dots));
    auto high = base::parse_number<std::int64_t>(value.substr(dots + 2));
    if (!low || !high || *low < -kWidest || *high > kWidest) return false;
    pass::FiniteBounds& finite = options_.bounds;
    finite.low = std::min<std::int64_t>(*low * 2, -2);
    finite.high = std::max<std::int64_t>(*high * 2, 2);
    finite.given.insert("range");
    return true;
  }

  Request& options_;
};

}  // namespace

bool raise_bounds(const verdict::Result& result, Request& options) {
  Raiser raiser(options);
  bool any = false;
  for (const verdict::Bound& bound : result.bounds) {
    if (bound.cut && raiser.raise(bound)) any = true;
  }
  return any;
}

Deepening deepen(run::Run& run, const Request& options, const BoundedSearch& search) {
  Deepening done;
  Request current = options;
  for (std::size_t i = 0;; ++i) {
    run::Limits limits = run.limits();
    limits.since.reset();
    limits.seconds = *options.deepen - run.elapsed_seconds();
    run::Run round(limits, run.seed(), &run);
    verdict::Result result = search(round, current);
    bool is_finished = result.verdict != verdict::VerdictKind::Unknown;
    // Bounds so small that nothing was seen are a reason to go on, limits are none.
    bool saw_nothing = !is_finished && result.is_cut() && !round.stop_reason_now();
    bool is_complete = is_finished && result.complete;
    bool is_raised = !result.violation && !is_complete && (is_finished || saw_nothing) &&
                     raise_bounds(result, current);
    if (is_finished) ++done.rounds;
    if (result.violation) {
      done.ended = "a violation was found";
    } else if (is_complete) {
      done.ended = "no bound cuts an execution";
    } else if (!is_finished && !saw_nothing) {
      bool is_over = !run.stop_reason_now() && run.elapsed_seconds() >= *options.deepen;
      done.ended = is_over ? "the time is over" : result.reason;
    } else if (!is_raised) {
      done.ended = "the bounds that cut were given, or cannot be raised";
    }
    if (is_finished || done.rounds == 0) {
      done.result = std::move(result);
      done.round = i;
    }
    if (!done.ended.empty()) break;
  }
  done.result.stats.seconds = run.elapsed_seconds();
  return done;
}

}  // namespace pipeline
