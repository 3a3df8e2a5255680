#include <algorithm>
#include <set>

#include "base/check.h"
#include "compare.h"
#include "generator.h"
#include "interp/draw.h"
#include "interp/explore.h"
#include "load.h"
#include "run/random.h"

namespace differential {

namespace {

// From large to small: int_magnitude, uint_max, range_values, array_size, objects.
constexpr interp::Bounds kBounds[] = {{3, 3, 8, 3, 3}, {3, 3, 8, 3, 2}, {2, 2, 8, 2, 2},
                                      {1, 1, 8, 2, 2}, {1, 1, 8, 1, 2}, {1, 1, 8, 1, 1}};

bool fits(const ir::Program& program, const interp::Bounds& bounds, std::uint64_t limit) {
  interp::Options options;
  options.bounds = bounds;
  interp::Model model(program, options);
  ts::EnumeratingChooser chooser;
  std::uint64_t count = 0;
  do {
    interp::State state = interp::empty_state(model);
    interp::draw_inputs(model, state, chooser);
    if (++count > limit) return false;
  } while (chooser.advance());
  return true;
}

Subject subject_of(const Generated& g) { return {g.text, g.entry, g.int_mode, g.bounds}; }

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

// A result that few executions have, or one between the others that none has.
std::string choose_forbidden(const std::map<base::Integer, std::uint64_t>& found, bool occurs) {
  auto text = [](const base::Integer& value) {
    return value < 0 ? "(" + value.to_string() + ")" : value.to_string();
  };
  if (occurs) {
    auto rarest = std::min_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.second < b.second;
    });
    return text(rarest->first);
  }
  base::Integer value = found.begin()->first;
  while (found.contains(value)) value = value + 1;
  return text(value);
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
      if (!loaded.is_good()) return {subject, plain.features};  // the comparison says why
      if (!fits(loaded.program(), bounds, effort.inputs)) continue;
      auto found = results(subject, effort);
      if (found.empty()) return {subject, plain.features};
      std::string forbidden = choose_forbidden(found, occurs);
      return {subject_of(generate(program_seed, bounds, forbidden)), plain.features};
    }
  }
}

}  // namespace differential
