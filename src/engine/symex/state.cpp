#include "engine/symex/state.h"

namespace symex {

namespace {

auto position(const std::vector<Lock>& locks, ObjectId id) {
  return std::lower_bound(locks.begin(), locks.end(), id,
                          [](const Lock& l, ObjectId object) { return l.object < object; });
}

// A long list must not be released by recursion.
template <class T>
void release(std::optional<CopyOnWrite<T>>& before) {
  while (before && before->is_unique()) {
    std::optional<CopyOnWrite<T>> next;
    next.swap(before->edit().before);
    before.swap(next);
  }
}

}  // namespace

Trail::~Trail() { release(before); }

TakenStep::~TakenStep() { release(before); }

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

void State::note_step(std::uint32_t thread, std::uint32_t notified) {
  if (trail && notified == 0 && (*trail)->thread == thread && trail->is_unique()) {
    ++trail->edit().steps;
    return;
  }
  Trail next;
  next.thread = thread;
  next.notified = notified;
  next.steps = 1;
  next.before = std::move(trail);
  trail.emplace(std::move(next));
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

verdict::Steps State::schedule() const {
  verdict::Steps result;
  for (const auto* t = &trail; *t; t = &(**t)->before) {
    for (std::uint32_t n = (**t)->steps; n-- > 0;) {
      verdict::Step& step = result.emplace_back();
      step.thread = (**t)->thread;
      if (n == 0 && (**t)->notified != 0) step.choices = {(**t)->notified};
    }
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace symex
