// Backwards from the ends, all states are found that can reach one. A state from which none can be
// reached has a successor of that kind, so that following these comes back to one of them.
#include "engine/interp/state_graph.h"

#include <algorithm>

namespace interp {

namespace {

using Steps = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<bool> can_end(std::size_t count, Steps steps, std::vector<std::uint32_t> open) {
  std::sort(steps.begin(), steps.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<bool> result(count, false);
  for (std::uint32_t state : open) result[state] = true;
  while (!open.empty()) {
    std::uint32_t state = open.back();
    open.pop_back();
    auto at = std::lower_bound(steps.begin(), steps.end(), state,
                               [](const auto& step, std::uint32_t to) { return step.second < to; });
    for (; at != steps.end() && at->second == state; ++at) {
      if (result[at->first]) continue;
      result[at->first] = true;
      open.push_back(at->first);
    }
  }
  return result;
}

}  // namespace

std::optional<std::uint32_t> StateGraph::find_trap() const {
  std::size_t count = 0;
  for (const auto& [from, to] : steps_) count = std::max<std::size_t>({count, from + 1U, to + 1U});
  for (std::uint32_t state : ends_) count = std::max<std::size_t>(count, state + 1U);
  constexpr std::uint32_t kNone = ~0U;
  std::vector<std::uint32_t> next(count, kNone);
  for (const auto& [from, to] : steps_) next[from] = std::min(next[from], to);
  std::vector<std::uint32_t> ends = ends_;
  for (std::uint32_t state = 0; state < count; ++state) {
    if (next[state] == kNone) ends.push_back(state);  // its steps are not known
  }
  std::vector<bool> ending = can_end(count, steps_, std::move(ends));
  auto trapped = std::find(ending.begin(), ending.end(), false);
  if (trapped == ending.end()) return std::nullopt;
  std::vector<bool> seen(count, false);
  auto state = static_cast<std::uint32_t>(trapped - ending.begin());
  while (!seen[state]) {
    seen[state] = true;
    state = next[state];
  }
  return state;
}

}  // namespace interp
