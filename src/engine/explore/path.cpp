#include "engine/explore/path.h"

#include <algorithm>

namespace explore {

std::size_t Events::Hash::operator()(const dl::Event& event) const {
  std::size_t seed = event.thread.index();
  auto mix = [&](std::size_t value) {
    seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 12U) + (seed >> 4U);
  };
  mix(event.condition.index());
  for (dl::VarId var : event.writes) mix(var.index());
  for (dl::VarId var : event.reads) mix(var.index());
  mix(event.spawned.index());
  return seed;
}

bool Events::commute(EventId a, EventId b) {
  if (b < a) std::swap(a, b);
  const std::uint64_t key = (std::uint64_t{a.index()} << 32U) | b.index();
  auto [it, is_new] = commutes_.try_emplace(key, false);
  if (is_new) {
    it->second = dl::is_interference_free(store_, all_[a], all_[b]);
  }
  return it->second;
}

void insert_full(Events& events, Path& path, EventId event) {
  std::size_t first = path.size();  // where the event can get
  while (first > 0 && events.commute(path[first - 1], event)) --first;
  while (first < path.size() && !events.before(event, path[first])) ++first;
  path.insert(path.begin() + static_cast<std::ptrdiff_t>(first), event);
}

void insert_adjacent(Events& events, Path& path, EventId event) {
  std::size_t at = path.size();
  while (at > 0 && events.commute(path[at - 1], event) && events.before(event, path[at - 1])) {
    --at;
  }
  path.insert(path.begin() + static_cast<std::ptrdiff_t>(at), event);
}

}  // namespace explore
