#include "slices.h"

#include <fmt/format.h>

#include "base/run/random.h"
#include "engine/interp/chooser.h"

namespace concurrent {

namespace {

constexpr int kWalks = 10;
constexpr int kSteps = 400;

// Where everybody is.
std::string places(const interp::System& system, const interp::State& state) {
  std::string text = fmt::format("outcome {}", static_cast<int>(system.outcome(state)));
  for (const interp::Thread& thread : state.threads) {
    text += "; ";
    for (const interp::Frame& frame : thread.frames) {
      text += fmt::format("{}@{} ", frame.proc.index(), frame.at.index());
    }
  }
  text += "; enabled";
  for (interp::ThreadId id : system.enabled(state)) text += fmt::format(" {}", id.index());
  return text;
}

}  // namespace

std::string walk_both(const Subject& subject, const ir::Program& program, const ir::Program& slice,
                      std::uint64_t seed) {
  interp::Options options = interp_options(subject);
  interp::Model whole_model(program, options);
  interp::Model slice_model(slice, options);
  interp::System whole(whole_model);
  interp::System sliced(slice_model);
  for (int walk = 0; walk < kWalks; ++walk) {
    run::Random random(seed * kWalks + static_cast<std::uint64_t>(walk));
    interp::RandomChooser inputs(random.next());
    interp::RecordingChooser recorder(inputs);
    interp::State a = whole.initial(recorder);
    interp::ReplayChooser same(recorder.decisions());
    interp::State b = sliced.initial(same);
    for (int step = 0; step < kSteps; ++step) {
      std::string at_a = places(whole, a);
      std::string at_b = places(sliced, b);
      if (at_a != at_b) return fmt::format("step {}: {}\nin the slice: {}\n", step, at_a, at_b);
      std::vector<interp::ThreadId> enabled = whole.enabled(a);
      if (enabled.empty()) break;
      interp::ThreadId thread = enabled[random.below(enabled.size())];
      interp::RandomChooser choices(random.next());
      interp::RecordingChooser taken(choices);
      whole.step(a, thread, taken);
      interp::ReplayChooser again(taken.decisions());
      sliced.step(b, thread, again);
      if (again.problem()) return fmt::format("step {}: {}\n", step, *again.problem());
    }
  }
  return "";
}

std::set<std::string> endings(const Finals& finals) {
  std::set<std::string> result;
  for (const std::string& final : finals) result.insert(final.substr(final.rfind(' ') + 1));
  return result;
}

}  // namespace concurrent
