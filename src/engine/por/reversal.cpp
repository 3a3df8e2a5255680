#include "engine/por/reversal.h"

namespace por {

// The past that the candidate would have if the event at `position`, and what depends
// on it, had not happened yet.
Clock Race::past_without(std::uint32_t position) const {
  const Event& reversed = *path_[position];
  Clock past = past_;
  for (std::size_t i = path_.size(); i-- > 0;) {
    const Event& e = *path_[i];
    if (i == position || e.thread == thread_ || e.is_before(past)) continue;
    if (reversed.is_before(e.clock)) continue;
    if (conflict(footprint_, e.footprint, equality_)) past.join(e.clock);
  }
  return past;
}

bool Race::is_parsimonious(std::uint32_t position) {
  const Event& reversed = *path_[position];
  if (!reversed.is_swappable) return false;
  Clock past = past_without(position);
  if (reversed.is_before(past)) return false;
  needed_.clear();
  others_.clear();
  for (std::uint32_t i = position + 1; i < path_.size(); ++i) {
    const Event& e = *path_[i];
    if (e.is_before(past)) {
      needed_.push_back(i);
    } else if (e.is_swappable) {
      others_.push_back(i);
    } else {
      return false;
    }
  }
  for (const Reversal* r = reversals_.get(); r; r = r->previous.get()) {
    if (r->thread != reversed.thread || r->index != reversed.index) continue;
    if (!names_.less(thread_, r->reverser)) continue;
    bool was_possible = true;
    for (std::uint32_t i = r->position; i < position && was_possible; ++i) {
      const Event& e = *path_[i];
      was_possible = !(e.is_before(past) && conflict(e.footprint, reversed.footprint, equality_));
    }
    if (was_possible) return false;
  }
  return true;
}

}  // namespace por
