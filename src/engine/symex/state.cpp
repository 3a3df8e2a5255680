#include "engine/symex/state.h"

namespace symex {

namespace {

auto position(const std::vector<Lock>& locks, ObjectId id) {
  return std::lower_bound(locks.begin(), locks.end(), id,
                          [](const Lock& l, ObjectId object) { return l.object < object; });
}

}  // namespace

// A long list must not be released by recursion.
TakenStep::~TakenStep() {
  while (before && before->is_unique()) {
    std::optional<CopyOnWrite<TakenStep>> next;
    next.swap(before->edit().before);
    before.swap(next);
  }
}

const Lock* State::find_lock(ObjectId id) const {
  auto found = position(*locks, id);
  return found == locks->end() || found->object != id ? nullptr : &*found;
}

Lock& State::edit_lock(ObjectId id) {
  std::vector<Lock>& all = locks.edit();
  auto found = all.begin() + (position(all, id) - all.cbegin());
  if (found == all.end() || found->object != id) {
    found = all.insert(found, Lock{});
    found->object = id;
  }
  return *found;
}

void State::list_step(std::uint32_t thread, base::Span span) {
  TakenStep next;
  next.thread = thread;
  next.span = span;
  next.before = std::move(listing);
  listing.emplace(std::move(next));
}

std::vector<verdict::Explored::Step> State::listed_steps() const {
  std::vector<verdict::Explored::Step> result;
  for (const auto* step = &listing; *step; step = &(**step)->before) {
    result.push_back({(**step)->thread + 1, (**step)->span});
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace symex
