#include "engine/por/monotonic.h"

#include <gtest/gtest.h>

namespace {

using por::Clock;
using por::Event;
using por::NameId;
using por::Names;

// Two threads, the second of which has run one event.
struct Path {
  Names names;
  NameId first = names.child(names.root(), 0);
  NameId second = names.child(names.root(), 1);
  NameId third = names.child(names.root(), 2);
  std::vector<Event> events;

  void add(NameId thread, std::initializer_list<std::size_t> after) {
    Event e;
    e.position = static_cast<std::uint32_t>(events.size());
    e.thread = thread;
    for (const Event& other : events) {
      if (other.thread == thread) {
        ++e.index;
        e.clock.join(other.clock);
      }
    }
    for (std::size_t i : after) e.clock.join(events[i].clock);
    e.clock.set(thread, e.index + 1);
    events.push_back(e);
  }
  bool may_go_on(NameId thread, const Clock& past) const {
    por::Race::Path path;
    for (const Event& e : events) path.push_back(&e);
    return por::is_monotonic(names, path, thread, past);
  }
};

TEST(Monotonic, a_later_thread_may_always_follow) {
  Path path;
  path.add(path.first, {});
  EXPECT_TRUE(path.may_go_on(path.second, {}));
}

TEST(Monotonic, an_earlier_thread_needs_a_reason) {
  Path path;
  path.add(path.second, {});
  EXPECT_FALSE(path.may_go_on(path.first, {}));
  EXPECT_TRUE(path.may_go_on(path.first, path.events[0].clock));
}

TEST(Monotonic, an_event_of_a_thread_before_both_is_a_reason) {
  Path path;
  path.add(path.third, {});
  path.add(path.first, {0});
  EXPECT_TRUE(path.may_go_on(path.second, {}));
}

}  // namespace
