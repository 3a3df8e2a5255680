#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/run/random.h"
#include "compare.h"
#include "engine/interp/draw.h"
#include "engine/interp/explore.h"
#include "generator.h"
#include "load.h"

namespace differential {

namespace {

// From large to small: int_magnitude, uint_max, range_values, array_size, objects.
constexpr interp::Bounds kBounds[] = {{3, 3, 8, 3, 3}, {3, 3, 8, 3, 2}, {2, 2, 8, 2, 2},
                                      {1, 1, 8, 2, 2}, {1, 1, 8, 1, 2}, {1, 1, 8, 1, 1}};

bool fits(const ir::Program& program, const interp::Bounds& bounds, std::uint64_t limit) {
  interp::Options options;
  options.bounds = bounds;
  interp::Model model(program, options);
  interp::EnumeratingChooser chooser;
  std::uint64_t count = 0;
  do {
    interp::State state = interp::empty_state(model);
    interp::draw_inputs(model, state, chooser);
    if (++count > limit) return false;
  } while (chooser.advance());
  return true;
}

Subject subject_of(const Generated& g) {
  return {.text = g.text, .entry = g.entry, .int_mode = g.int_mode, .bounds = g.bounds};
}

// The results of all executions, with how often each occurs; nothing if some
// execution is wrong or there are too many of them.
std::map<base::Integer, std::uint64_t> results(const Subject& subject, const Effort& effort) {
  Loaded loaded(subject);
  if (!loaded.is_good()) return {};
  interp::Options options;
  options.bounds = subject.bounds;
  interp::Model model(loaded.program(), options);
  std::map<base::Integer, std::uint64_t> found;
  interp::ExploreOptions explore;
  explore.on_final = [&](const interp::State& state) {
    if (state.result) ++found[std::get<base::Integer>(*state.result)];
  };
  run::Limits limits;
  limits.steps = effort.steps;
  run::Run run(limits);
  verdict::Result result = interp::explore(run, model, std::move(explore));
  if (result.verdict != verdict::VerdictKind::Valid) found.clear();
  return found;
}

struct Promise {
  std::string forbidden;
  bool is_valid;
};

// Alternately results that few executions have, the rarest first, and results between
// the others that none has.
std::vector<Promise> promises(const std::map<base::Integer, std::uint64_t>& found,
                              std::size_t count) {
  auto text = [](const base::Integer& value) {
    return value < 0 ? "(" + value.to_string() + ")" : value.to_string();
  };
  std::vector<std::pair<std::uint64_t, base::Integer>> rare;
  for (const auto& [value, times] : found) rare.emplace_back(times, value);
  std::sort(rare.begin(), rare.end());
  std::vector<Promise> result;
  std::size_t wanted = std::min(rare.size(), (2 * count + 2) / 3);
  for (std::size_t i = 0; i < wanted; ++i) {
    result.push_back({text(rare[i * rare.size() / wanted].second), false});
  }
  base::Integer value = found.begin()->first;
  while (result.size() < wanted + count / 3) {
    while (found.contains(value)) value = value + 1;
    result.push_back({text(value), true});
    value = value + 1;
  }
  return result;
}

}  // namespace

Prepared prepare(std::uint64_t seed, const Effort& effort) {
  run::Random random(seed);
  for (;;) {
    std::uint64_t program_seed = random.next();
    bool occurs = random.below(100) < 55;
    for (const interp::Bounds& bounds : kBounds) {
      Generated plain = generate(program_seed, bounds);
      Subject subject = subject_of(plain);
      Loaded loaded(subject);
      if (!loaded.is_good()) return {subject, plain.features, {}};  // the comparison says why
      if (!fits(loaded.program(), bounds, effort.inputs)) continue;
      auto found = results(subject, effort);
      if (found.empty()) return {subject, plain.features, {}};
      Prepared result{subject, plain.features, {}};
      for (const Promise& p : promises(found, effort.probes)) {
        result.probes.push_back({generate(program_seed, bounds, p.forbidden).text, p.is_valid});
      }
      auto chosen = occurs ? result.probes.begin() : result.probes.end() - 1;
      result.subject.text = chosen->text;
      result.probes.erase(chosen);
      return result;
    }
  }
}

}  // namespace differential
