// Paths as sequences of numbered events, and their normal forms.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/cons_store.h"
#include "logic/dl/event.h"

namespace explore {

using EventId = base::Id<struct ExploreEventTag>;
using Path = std::vector<EventId>;

// Numbers events, and answers whether two of them commute from a table.
class Events {
 public:
  explicit Events(const dl::Store& store) : store_(store) {}
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  EventId make(const dl::Event& event) { return all_.make(event); }
  const dl::Event& operator[](EventId id) const { return all_[id]; }
  std::size_t size() const { return all_.size(); }

  bool commute(EventId a, EventId b);
  // The thread of `a` comes before that of `b`.
  bool before(EventId a, EventId b) const { return store_.before(all_[a].thread, all_[b].thread); }

 private:
  struct Hash {
    std::size_t operator()(const dl::Event& event) const;
  };
  const dl::Store& store_;
  base::ConsStore<EventId, dl::Event, Hash> all_;
  std::unordered_map<std::uint64_t, bool> commutes_;
};

// `path` is in lexicographic normal form: it is the least, by threads, among the paths that
// swapping commuting neighbours makes of it. Puts `event` where the result is in this form,
// too: before the first event of a later thread that it can reach. (Anisimov and Knuth, 1979:
// a word is in this form unless some event can move to the left past one of a later thread.)
void insert_full(Events& events, Path& path, EventId event);

// Moves `event` to the left while its neighbour commutes and is of a later thread.
void insert_adjacent(Events& events, Path& path, EventId event);

}  // namespace explore
