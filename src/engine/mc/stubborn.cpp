// Stubborn sets of transitions (Valmari, "Stubborn sets for reduced state space generation", 1990)
// in the form of Laarman, Pater, van de Pol and Hansen, "Guard-based partial-order reduction"
// (STTT 18, 2016): from an enabled transition the set is closed under
//
//   an enabled transition    brings in all that do not commute with it, of its own thread, of
//                            others and of threads that others may still start
//   a disabled transition    brings in a set of which one must be taken before it is enabled: the
//                            transitions that lead to its location, or those that make a part of
//                            its guard true, or those that let go of the lock that it waits for
//
// The transitions of a state are those that its threads can still take, with the values of
// variables that they will not write any more: taken[left] and taken[right] are different places
// then. For a disabled transition the set that costs least is taken, and of the sets that the
// threads lead to the smallest.
#include "engine/mc/stubborn.h"

#include <algorithm>
#include <bit>

#include "engine/mc/footprint.h"

namespace mc {

namespace {

constexpr std::uint32_t kMonitorToOwner = 2;  // places of a lock

}  // namespace

StubbornSets::StubbornSets(Machine& machine)
    : machine_(machine),
      model_(machine.model()),
      words_(model_.transitions.size() / 64 + 1),
      enabled_(model_.options.threads) {
  set_.resize(words_ * model_.options.threads);
  known_.resize(model_.transitions.size() * model_.options.threads);
  for (const Footprint& footprint : model_.footprints) {
    accesses_ += static_cast<std::uint32_t>(footprint.accesses.size());
  }
  resolved_.resize(std::size_t{accesses_} * model_.options.threads);
  resolved_now_ = resolved_;
}

std::uint32_t StubbornSets::find(std::uint32_t first, std::uint32_t expanded) {
  look_at_threads();
  expanded_ = expanded;
  auto most = static_cast<std::uint32_t>(std::popcount(movable_ & ~expanded));
  std::uint32_t best = 0;
  std::uint32_t count = machine_.thread_count();
  for (std::uint32_t i = 0; i < count && most > 1; ++i) {
    std::uint32_t seed = (first + i) % count;
    if (((movable_ & ~expanded) >> seed & 1) == 0 || !close(seed, most - 1)) continue;
    best = threads_;
    most = static_cast<std::uint32_t>(std::popcount(threads_ & ~expanded));
  }
  return best;
}

// What was stamped four thousand million states ago must not look new.
void StubbornSets::next_stamp() {
  if (++stamp_ != 0) return;
  for (auto* all : {&resolved_, &resolved_now_}) std::fill(all->begin(), all->end(), Resolved{});
  std::fill(known_.begin(), known_.end(), Known{});
  stamp_ = 1;
}

void StubbornSets::look_at_threads() {
  next_stamp();
  owns_ = owns_known_ = movable_ = 0;
  choices_.clear();
  items_.clear();
  Machine::Mark here = machine_.mark();
  std::uint64_t steps = machine_.steps_taken_;
  std::uint64_t checks = machine_.checks_;
  for (std::uint32_t thread = 0; thread < machine_.thread_count(); ++thread) {
    const Point& point = model_.points[machine_.point_of(thread)];
    enabled_[thread] = 0;
    for (std::uint32_t t = point.begin; t < point.end; ++t) {
      if (machine_.attempt(thread, model_.transitions[t], 0) == Effect::Disabled) continue;
      machine_.undo(here);
      enabled_[thread] |= std::uint64_t{1} << (t - point.begin);
    }
    if (enabled_[thread] != 0) movable_ |= 1U << thread;
  }
  machine_.steps_taken_ = steps;
  machine_.checks_ = checks;
}

// The set that the enabled transitions of the thread lead to, in threads_. False if it has more
// threads than `most`, or if the property sees one of its steps.
bool StubbornSets::close(std::uint32_t seed, std::uint32_t most) {
  std::fill(set_.begin(), set_.end(), 0);
  threads_ = 0;
  most_ = most;
  is_useless_ = false;
  work_.clear();
  const Point& point = model_.points[machine_.point_of(seed)];
  for (std::uint32_t t = point.begin; t < point.end; ++t) add({seed, t});
  while (!work_.empty() && !is_useless_) {
    Item item = work_.back();
    work_.pop_back();
    bring_in(item);
  }
  return !is_useless_;
}

// Adds the cheapest of what the transition may bring in. What that is is found once for a state.
void StubbornSets::bring_in(Item item) {
  Known& known = known_[item.thread * model_.transitions.size() + item.transition];
  if (known.stamp != stamp_) {
    known = {stamp_, static_cast<std::uint32_t>(choices_.size()), 0};
    if (is_enabled(item)) {
      collect_conflicting(item);
    } else {
      collect_enabling(item);
    }
    known.end = static_cast<std::uint32_t>(choices_.size());
  }
  Choice best = choices_[known.begin];
  std::uint64_t least = known.end - known.begin > 1 ? cost(best) : 0;
  for (std::uint32_t i = known.begin + 1; i < known.end; ++i) {
    std::uint64_t other = cost(choices_[i]);
    if (other >= least) continue;
    least = other;
    best = choices_[i];
  }
  for (std::uint32_t i = best.begin; i < best.end; ++i) add(items_[i]);
}

// New threads that can move make a set large; those that cannot lead to more.
std::uint64_t StubbornSets::cost(Choice choice) const {
  constexpr std::uint64_t kThread = 1000;
  std::uint64_t result = 0;
  for (std::uint32_t i = choice.begin; i < choice.end; ++i) {
    Item item = items_[i];
    std::uint64_t word = set_[item.thread * words_ + item.transition / 64];
    if ((word >> (item.transition % 64) & 1) != 0) continue;
    bool may_move = ((movable_ & ~threads_) >> item.thread & 1) != 0;
    result += may_move ? kThread : 1;
  }
  return result;
}

// What is noted from now on is one choice.
void StubbornSets::begin_choice() {
  auto at = static_cast<std::uint32_t>(items_.size());
  choices_.push_back({at, at});
}
void StubbornSets::note(Item item) {
  items_.push_back(item);
  ++choices_.back().end;
}

bool StubbornSets::is_current(Item item) const {
  return model_.transitions[item.transition].source == machine_.point_of(item.thread);
}
bool StubbornSets::is_enabled(Item item) const {
  if (!is_current(item)) return false;
  const Point& point = model_.points[machine_.point_of(item.thread)];
  return (enabled_[item.thread] >> (item.transition - point.begin) & 1) != 0;
}

void StubbornSets::add(Item item) {
  std::uint64_t& word = set_[item.thread * words_ + item.transition / 64];
  std::uint64_t bit = std::uint64_t{1} << (item.transition % 64);
  if ((word & bit) != 0) return;
  word |= bit;
  work_.push_back(item);
  if (!is_enabled(item)) return;
  threads_ |= 1U << item.thread;
  is_useless_ = is_useless_ || !model_.points[machine_.point_of(item.thread)].may_reduce ||
                static_cast<std::uint32_t>(std::popcount(threads_ & ~expanded_)) > most_;
}

// Visits the transitions of `among` that the thread may still take.
template <class Visit>
void StubbornSets::for_each_future(std::uint32_t thread, const TransitionSet& among,
                                   Visit visit) const {
  const TransitionSet& future = model_.points[machine_.point_of(thread)].future;
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::uint64_t rest = future[w] & among[w]; rest != 0; rest &= rest - 1) {
      visit(Item{thread, static_cast<std::uint32_t>(w * 64) +
                             static_cast<std::uint32_t>(std::countr_zero(rest))});
    }
  }
}

void StubbornSets::collect_conflicting(Item item) {
  begin_choice();
  const Point& point = model_.points[machine_.point_of(item.thread)];
  for (std::uint32_t t = point.begin; t < point.end; ++t) note({item.thread, t});
  for (std::uint32_t other = 0; other < machine_.thread_count(); ++other) {
    if (other == item.thread) continue;
    for_each_future(other, model_.starting_conflicts[item.transition], [&](Item i) { note(i); });
    for_each_future(other, model_.conflicting[item.transition], [&](Item i) {
      if (conflict(item, i)) note(i);
    });
  }
}

bool StubbornSets::conflict(Item enabled, Item other) {
  for (const Access& a : model_.footprints[enabled.transition].accesses) {
    if (!a.is_own || a.is_awaited) continue;
    for (const Access& b : model_.footprints[other.transition].accesses) {
      if (!b.is_future || a.place != b.place || !(a.is_write || b.is_write)) continue;
      if (!may_be_same(enabled, a, true, other, b)) continue;
      bool of_object = contains(model_.object_places, a.place);
      if (!of_object || !is_own(enabled.thread)) return true;
    }
  }
  return false;
}

// Whether all objects that the steps of the thread touch are such as no other thread can reach.
bool StubbornSets::is_own(std::uint32_t thread) {
  std::uint32_t bit = 1U << thread;
  if ((owns_known_ & bit) == 0) {
    owns_known_ |= bit;
    if (machine_.touches_own_objects_only(thread)) owns_ |= bit;
  }
  return (owns_ & bit) != 0;
}

// ---------------------------------------------------------------- what a transition waits for

void StubbornSets::collect_enabling(Item item) {
  if (!is_current(item)) collect_before(item);
  bool found = collect_waited_for(item) || collect_writers(item);
  if (!found && is_current(item)) collect_any(item);
}

void StubbornSets::collect_before(Item item) {
  begin_choice();
  const Point& now = model_.points[machine_.point_of(item.thread)];
  const Point& source = model_.points[model_.transitions[item.transition].source];
  for (std::uint32_t t : source.before) {
    if (contains(now.future, t)) note({item.thread, t});
  }
}

// Whatever may write what the transition reads, and the thread's other ways.
void StubbornSets::collect_any(Item item) {
  begin_choice();
  const Point& point = model_.points[machine_.point_of(item.thread)];
  for (std::uint32_t t = point.begin; t < point.end; ++t) {
    if (t != item.transition) note({item.thread, t});
  }
  for (std::uint32_t other = 0; other < machine_.thread_count(); ++other) {
    if (other == item.thread) continue;
    auto take = [&](Item i) { note(i); };
    for_each_future(other, model_.enabling[item.transition], take);
    for_each_future(other, model_.starting_enablers[item.transition], take);
  }
}

// A choice for each part of the guard that is false: whatever may make it true. False if there is
// none.
bool StubbornSets::collect_writers(Item item) {
  const Footprint& footprint = model_.footprints[item.transition];
  if (!footprint.is_total) return false;
  const Point& now = model_.points[machine_.point_of(item.thread)];
  for (const Access& access : footprint.accesses) {
    if (access.target == kNone) continue;
    if (resolve(item, access, false).slot == kNone) return false;
  }
  bool found = false;
  for (const Literal& literal : footprint.literals) {
    if (!is_stable(now, literal.locals)) continue;
    if (holds(item, literal, nullptr, 0)) continue;
    begin_choice();
    for (std::uint32_t thread = 0; thread < machine_.thread_count(); ++thread) {
      auto take = [&](Item i) { note(i); };
      if (!literal.loads.empty()) {
        for_each_future(thread, model_.starting_enablers[item.transition], take);
      }
      for_each_future(thread, model_.enabling[item.transition], [&](Item i) {
        if (may_enable(item, literal, i)) note(i);
      });
    }
    found = true;
  }
  return found;
}

bool StubbornSets::may_enable(Item waiting, const Literal& literal, Item writer) {
  for (std::uint32_t load : literal.loads) {
    const Access& read = model_.footprints[waiting.transition].accesses[load];
    for (const Access& write : model_.footprints[writer.transition].accesses) {
      if (!write.is_write || write.place != read.place) continue;
      if (!may_be_same(waiting, read, false, writer, write)) continue;
      bool is_only = literal.loads.size() == 1 && write.value != kNone;
      if (!is_only || holds(waiting, literal, &read, write.value)) return true;
    }
  }
  return false;
}

// Whether this part of the guard holds now, or could have no value; with the constant instead of
// what the load reads, if one is given.
bool StubbornSets::holds(Item item, const Literal& literal, const Access* load,
                         std::uint32_t constant) {
  auto& m = machine_;
  m.local_ = m.slots_.data() + m.base_of(item.thread);
  m.self_ = item.thread;
  m.bad_ = nullptr;
  const auto& accesses = model_.footprints[item.transition].accesses;
  std::vector<std::pair<SlotId, std::int32_t>> old;
  for (std::uint32_t i : literal.loads) {
    const Access& a = accesses[i];
    old.emplace_back(a.target, m.local_[a.target]);
    std::int32_t value = &a == load ? static_cast<std::int32_t>(m.eval(constant))
                                    : m.slots_[resolve(item, a, false).slot];
    m.local_ = m.slots_.data() + m.base_of(item.thread);
    m.local_[a.target] = value;
  }
  bool result = m.eval(literal.node) != 0 || m.bad_ != nullptr;
  for (std::size_t i = old.size(); i-- > 0;) m.local_[old[i].first] = old[i].second;
  return result;
}

// A choice by the first action, which waits for a lock, a notification or the end of a thread.
// False if there is none.
bool StubbornSets::collect_waited_for(Item item) {
  const Transition& t = model_.transitions[item.transition];
  const Footprint& footprint = model_.footprints[item.transition];
  if (footprint.waits == Waits::No || footprint.waits == Waits::Other) return false;
  if (t.reads != t.actions || t.guard != kNone) return false;
  if (footprint.waits == Waits::Children) {
    std::uint32_t child = machine_.unjoined(item.thread);
    if (child == kNone) return false;
    begin_choice();
    const TransitionSet& future = model_.points[machine_.point_of(child)].future;
    for_each_future(child, future, [&](Item i) {
      if (model_.transitions[i.transition].target == kEnded) note(i);
    });
    return true;
  }
  const Access& access = footprint.accesses[footprint.lock];
  const Point& now = model_.points[machine_.point_of(item.thread)];
  SlotId lock = resolve(item, access, false).slot;
  if (lock == kNone) return false;
  // What others do as owners of this lock, or of one that may be the same.
  auto collect = [&](std::uint32_t thread, bool Footprint::*kind) {
    const TransitionSet& future = model_.points[machine_.point_of(thread)].future;
    for_each_future(thread, future, [&](Item i) {
      if (!(model_.footprints[i.transition].*kind)) return;
      for (const Access& a : model_.footprints[i.transition].accesses) {
        bool is_use = a.is_future && a.place == access.place + kMonitorToOwner;
        if (is_use && may_be_same(item, access, false, i, a)) return note(i);
      }
    });
  };
  const auto& slots = machine_.slots_;
  std::uint32_t bit = 1U << item.thread;
  if (footprint.waits == Waits::Notification) {
    if (!is_current(item)) return false;
    bool is_waiting = (static_cast<std::uint32_t>(slots[lock + kWaiting]) & bit) != 0;
    if (is_waiting && footprint.may_give_up) return false;
    if (is_waiting) {
      begin_choice();
      for (std::uint32_t t2 = now.begin; t2 < now.end; ++t2) note({item.thread, t2});
      for (std::uint32_t other = 0; other < machine_.thread_count(); ++other) {
        if (other == item.thread) continue;
        collect(other, &Footprint::notifies);
        for_each_future(other, model_.starting_enablers[item.transition], [&](Item i) { note(i); });
      }
      return true;
    }
  }
  std::int32_t holder = slots[lock + kHolder];
  if (holder == 0 || holder == kSemaphore || holder == static_cast<std::int32_t>(item.thread + 1)) {
    return false;
  }
  begin_choice();
  collect(static_cast<std::uint32_t>(holder - 1), &Footprint::releases);
  return true;
}

// ---------------------------------------------------------------- objects

bool StubbornSets::is_stable(const Point& point, const std::vector<SlotId>& locals) const {
  return std::none_of(locals.begin(), locals.end(),
                      [&](SlotId slot) { return point.unstable[slot]; });
}
// Which object and slot the access is about: whenever its transition is taken from now on, or, if
// the thread is about to take it, `now`.
const StubbornSets::Resolved& StubbornSets::resolve(Item item, const Access& access, bool now) {
  auto& all = now ? resolved_now_ : resolved_;
  Resolved& known = all[item.thread * std::size_t{accesses_} + access.number];
  if (known.stamp != stamp_) known = find_object(item, access, now);
  return known;
}

StubbornSets::Resolved StubbornSets::find_object(Item item, const Access& access, bool is_now) {
  Resolved known{.stamp = stamp_};
  if (!contains(model_.object_places, access.place)) {
    known.slot = access.offset;
    return known;
  }
  if (access.term == kNone) return known;
  const Point& now = model_.points[machine_.point_of(item.thread)];
  if (!is_now && !is_stable(now, model_.terms[access.term].locals)) return known;
  auto& m = machine_;
  m.local_ = m.slots_.data() + m.base_of(item.thread);
  m.self_ = item.thread;
  std::uint32_t part = object(access.term);
  if (part == kNone) return known;
  known.part = part;
  const Part& found = model_.parts[part];
  if (access.is_element) {
    if (access.index == kNone || (!is_now && !is_stable(now, access.index_locals))) return known;
    m.bad_ = nullptr;
    Value index = m.eval(access.index);
    bool is_inside = !m.bad_ && index >= 0 && index < static_cast<Value>(m.length_of(found));
    if (is_inside) known.slot = found.slots + static_cast<SlotId>(index);
  } else if (access.place < Numbering::kReferences) {
    known.slot = found.lock;
  } else {
    known.slot = found.slots + access.offset;
  }
  return known;
}

// The object that the term names; kNone: null, or not known.
std::uint32_t StubbornSets::object(std::uint32_t number) {
  const Term& term = model_.terms[number];
  auto& m = machine_;
  m.bad_ = nullptr;
  Value value = 0;
  if (term.kind == Term::Kind::Value) {
    value = m.eval(term.at);
  } else if (term.kind == Term::Kind::Global) {
    value = m.slots_[term.at];
  } else {
    std::uint32_t base = object(term.base);
    if (base == kNone) return kNone;
    const Part& part = model_.parts[base];
    Value at = term.at;
    if (term.kind == Term::Kind::Element) {
      at = m.eval(term.at);
      if (m.bad_ || at < 0 || at >= static_cast<Value>(m.length_of(part))) return kNone;
    }
    value = m.slots_[part.slots + static_cast<SlotId>(at)];
  }
  return m.bad_ || value == 0 ? kNone : static_cast<std::uint32_t>(value);
}

// Accesses of the same places, by a transition that is taken now, or whenever it is taken, and by
// one of another thread whenever that is taken.
bool StubbornSets::may_be_same(Item a, const Access& x, bool now, Item b, const Access& y) {
  if (!contains(model_.object_places, x.place)) return true;
  if (x.term == kNone || y.term == kNone) return true;
  const Resolved& one = resolve(a, x, now);
  const Resolved& other = resolve(b, y, false);
  if (one.part == kNone || other.part == kNone) return true;
  if (one.part != other.part) return false;
  return one.slot == kNone || other.slot == kNone || one.slot == other.slot;
}

}  // namespace mc
