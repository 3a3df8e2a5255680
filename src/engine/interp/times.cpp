#include "engine/interp/times.h"

#include <algorithm>
#include <limits>

namespace interp {

RelevantTimes::RelevantTimes(const State& state,
                             const std::function<bool(const Place&)>& is_known) {
  const HappensBefore& order = state.order;
  std::size_t count = order.count();
  settled_.assign(count, std::numeric_limits<std::uint32_t>::max());
  beyond_.resize(count);
  for (std::size_t running = 0; running < count; ++running) {
    if (state.threads[running].has_ended()) continue;
    for (std::size_t i = 0; i < count; ++i) {
      if (i == running) continue;
      settled_[i] = std::min(settled_[i], at(order.thread(ThreadId(running)), ThreadId(i)));
    }
  }
  for (std::size_t t = 0; t < count; ++t) collect(order.thread(ThreadId(t)));
  for (const auto& [place, history] : order.places()) {
    if (!is_known(place)) continue;
    collect(history->written);
    collect(history->released);
    if (history->write) collect(*history->write);
    for (const PastAccess& access : history->accesses) collect(access);
  }
  for (auto& times : beyond_) {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
  }
}

void RelevantTimes::collect(const Clock& clock) {
  for (std::size_t i = 0; i < clock.size(); ++i) {
    if (clock[i] > settled_[i]) beyond_[i].push_back(clock[i]);
  }
}

void RelevantTimes::collect(const PastAccess& access) {
  std::size_t i = access.thread.index();
  if (access.time > settled_[i]) beyond_[i].push_back(access.time);
}

std::uint32_t RelevantTimes::rank(ThreadId thread, std::uint32_t time) const {
  if (time <= settled_[thread.index()]) return 0;
  const auto& times = beyond_[thread.index()];
  auto found = std::lower_bound(times.begin(), times.end(), time);
  return static_cast<std::uint32_t>(found - times.begin()) + 1;
}

bool RelevantTimes::matters(const Clock& clock) const {
  for (std::size_t i = 0; i < clock.size(); ++i) {
    if (clock[i] > settled_[i]) return true;
  }
  return false;
}

std::vector<PastAccess> RelevantTimes::open(const History& history) const {
  std::vector<PastAccess> result;
  auto add = [&](const PastAccess& access) {
    if (rank(access.thread, access.time) > 0) result.push_back(access);
  };
  if (history.write) add(*history.write);
  for (const PastAccess& access : history.accesses) add(access);
  return result;
}

}  // namespace interp
