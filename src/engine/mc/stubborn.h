// Stubborn sets: which threads of a state must be expanded so that no violation, no deadlock and no
// property that does not count steps is lost. docs/decisions/0035 tells why.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/mc/system.h"

namespace mc {

// Fills the parts of the model that are for stubborn sets, unless it is too large for them.
void prepare_stubborn_sets(Model& model);

class StubbornSets {
 public:
  explicit StubbornSets(Machine& machine);

  // Threads, as bits, whose steps are a stubborn set of the machine's state, as few as were found
  // beside those that have been expanded, of which some are missing. 0: no fewer than all.
  std::uint32_t find(std::uint32_t first, std::uint32_t expanded);

 private:
  // A transition of a thread.
  struct Item {
    std::uint32_t thread = 0;
    std::uint32_t transition = 0;
  };
  // An object and a slot in it; what is not known is kNone.
  struct Resolved {
    std::uint32_t stamp = 0;
    std::uint32_t part = kNone;
    SlotId slot = kNone;
  };
  // Some of the items.
  struct Choice {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  // What a transition brings in: one of these choices.
  struct Known {
    std::uint32_t stamp = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void next_stamp();
  void look_at_threads();
  bool close(std::uint32_t seed, std::uint32_t most);
  void add(Item item);
  void bring_in(Item item);
  std::uint64_t cost(Choice choice) const;
  void begin_choice();
  void note(Item item);
  void collect_conflicting(Item item);
  void collect_enabling(Item item);
  void collect_before(Item item);
  void collect_any(Item item);
  bool collect_writers(Item item);
  bool collect_waited_for(Item item);
  template <class Visit>
  void for_each_future(std::uint32_t thread, const TransitionSet& among, Visit visit) const;
  bool conflict(Item enabled, Item other);
  bool may_enable(Item waiting, const Literal& literal, Item writer);
  bool holds(Item item, const Literal& literal, const Access* load, std::uint32_t constant);
  bool may_be_same(Item a, const Access& x, bool now, Item b, const Access& y);
  const Resolved& resolve(Item item, const Access& access, bool now);
  Resolved find_object(Item item, const Access& access, bool is_now);
  std::uint32_t object(std::uint32_t term);
  bool is_stable(const Point& point, const std::vector<SlotId>& locals) const;
  bool is_current(Item item) const;
  bool is_enabled(Item item) const;
  bool is_own(std::uint32_t thread);

  Machine& machine_;
  const Model& model_;
  std::size_t words_;
  std::vector<std::uint64_t> set_;  // threads by transitions
  std::vector<Item> work_;
  std::vector<std::uint64_t> enabled_;  // by thread: which transitions of its point, from the first
  std::vector<Resolved> resolved_;      // by thread and access
  std::vector<Resolved> resolved_now_;
  std::vector<Known> known_;  // by thread and transition
  std::vector<Choice> choices_;
  std::vector<Item> items_;
  std::uint32_t accesses_ = 0;
  std::uint32_t stamp_ = 0;     // of the state at work
  std::uint32_t movable_ = 0;   // threads with an enabled transition
  std::uint32_t threads_ = 0;   // movable threads of the set at work
  std::uint32_t expanded_ = 0;  // threads that have been expanded
  std::uint32_t most_ = 0;      // with more than so many others it is no use
  bool is_useless_ = false;
  std::uint32_t owns_ = 0;        // threads whose steps touch objects of their own alone,
  std::uint32_t owns_known_ = 0;  // of those that have been looked at
};

}  // namespace mc
