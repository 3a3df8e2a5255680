// Which steps of a state are taken: coarsening and partial-order reduction.
//
// An ample set is all enabled steps of one thread whose point is independent of what the
// others may still do (reduction.cpp), or of the threads of a stubborn set. What belongs to objects
// is looked at a second time: an object that only this thread can reach cannot be touched by the
// others, whatever their code says. If an ample set does not lead on (LimitState, an assumption, an
// uncaught exception), the execution ends for all threads, so all must be tried.
#include <algorithm>

#include "base/check.h"
#include "engine/mc/stubborn.h"
#include "engine/mc/system.h"

namespace mc {

Expansion Machine::expand(std::uint32_t first, bool all) {
  Expansion expansion;
  std::uint32_t count = thread_count();
  expansion.offset = first % count;
  if (all || count == 1) return expansion;
  expansion.ample = choose_ample(expansion);
  expansion.is_reduced = expansion.ample != Expansion::kEverybody;
  return expansion;
}

// A thread that is independent of all others, as far as points tell; or a stubborn set. Of threads
// that have not been at work.
std::uint32_t Machine::choose_ample(const Expansion& expansion) {
  const Options& options = model_.options;
  std::uint32_t count = thread_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t thread = (expansion.offset + i) % count;
    if ((expansion.done >> thread & 1) != 0) continue;
    const Point& point = model_.points[point_of(thread)];
    bool is_local = options.coarsen && point.is_local;
    if (!is_local && !(options.reduce && point.may_reduce && is_independent(thread))) continue;
    if (can_move(thread)) return 1U << thread;
  }
  std::uint32_t found = stubborn_ ? stubborn_->find(expansion.offset, expansion.done) : 0;
  return found != 0 ? found : Expansion::kEverybody;
}

bool Machine::can_move(std::uint32_t thread) {
  const Point& point = model_.points[point_of(thread)];
  Mark here = mark();
  std::uint64_t steps = steps_taken_;
  std::uint64_t checks = checks_;
  bool found = false;
  for (std::uint32_t way = point.begin; way < point.end && !found; ++way) {
    found = attempt(thread, model_.transitions[way], 0) != Effect::Disabled;
  }
  undo(here);
  steps_taken_ = steps;
  checks_ = checks;
  return found;
}

bool Machine::is_independent(std::uint32_t thread) {
  const Point& own = model_.points[point_of(thread)];
  const std::size_t words = own.reads.size();
  bool conflicts = false;
  for (std::uint32_t t = 0; t < thread_count(); ++t) {
    std::uint32_t at = point_of(t);
    if (t == thread || at == kEnded) continue;
    const Point& other = model_.points[at];
    for (std::size_t w = 0; w < words; ++w) {
      std::uint64_t common = (own.writes[w] & (other.future_reads[w] | other.future_writes[w])) |
                             (own.reads[w] & other.future_writes[w]);
      if (common == 0) continue;
      if ((common & ~model_.object_places[w]) != 0) return false;
      conflicts = true;
    }
  }
  return !conflicts || touches_own_objects_only(thread);
}

// Tries all steps of the thread and looks whether other threads can reach the objects
// that they touch. What the steps read is the thread's own, so that others cannot change
// which objects those are.
bool Machine::touches_own_objects_only(std::uint32_t thread) {
  if (model_.sees_instances) return false;
  const Point& point = model_.points[point_of(thread)];
  Mark here = mark();
  std::uint64_t steps = steps_taken_;
  is_recording_ = true;
  touched_.clear();
  bool good = true;
  for (std::uint32_t way = point.begin; way < point.end && good; ++way) {
    std::uint64_t choice = 0;
    do {
      Effect effect = attempt(thread, model_.transitions[way], choice);
      good = effect == Effect::Moved || effect == Effect::Disabled;
      undo(here);
    } while (good && next_choice(choice));
  }
  is_recording_ = false;
  steps_taken_ = steps;
  if (!good) return false;
  mark_live(thread, nullptr);
  return std::all_of(touched_.begin(), touched_.end(), [&](std::uint32_t number) {
    return number >= first_dynamic_ && stamps_[model_.parts[number].unit] != stamp_;
  });
}

void Machine::reach(std::uint32_t number) {
  if (number < first_dynamic_) return;
  std::uint32_t unit = model_.parts[number].unit;
  if (stamps_[unit] == stamp_) return;
  stamps_[unit] = stamp_;
  order_.push_back(unit);
}

// Marks the objects that globals and threads can reach, one of which may be left out, and notes
// which threads their variables name. With the step at work, its thread also has what the step
// wrote.
void Machine::mark_live(std::uint32_t except, const Transition* step) {
  next_stamp();
  order_.clear();
  named_threads_ = 0;
  auto visit = [&](SlotId base, const Item& item) {
    auto value = static_cast<std::uint32_t>(slots_[base + item.slot]);
    if (item.coding == Coding::Ref) reach(value);
    if (item.coding == Coding::Thread && value > 0) named_threads_ |= 1U << (value - 1);
  };
  for (const Item& item : model_.globals) visit(0, item);
  for (std::uint32_t k = 0; k < model_.fixed_kinds; ++k) {
    for (const Item& item : model_.kinds[k].items) visit(model_.kinds[k].slots, item);
  }
  for (std::uint32_t t = 0; t < thread_count(); ++t) {
    if (t == except) continue;
    const auto& live = has_ended(t) ? model_.kept : model_.points[point_of(t)].live;
    if (has_ended(t) && t > 0) continue;
    for (const Item& item : live) visit(base_of(t), item);
  }
  for (std::uint32_t i = step ? step->reads : 0; step && i < step->end; ++i) {
    const Instr& instr = model_.instrs[i];
    if (instr.target == kNone) continue;
    Item item(instr.target, model_.types[instr.type]);
    if (item.coding == Coding::Fixed) item.coding = Coding::Ref;
    visit(base_of(self_), item);
  }
  for (std::size_t next = 0; next < order_.size(); ++next) {
    const UnitKind& kind = model_.kinds[model_.parts[order_[next]].kind];
    SlotId base = kind.slots + (order_[next] - kind.first) / kind.parts * kind.stride;
    for (const Item& item : kind.items) visit(base, item);
  }
}

// Whether another thread could have read the object before the current one writes to it.
bool Machine::is_known_to_others(const Part& object) {
  if (thread_count() == 1) return false;
  if (object.unit < first_dynamic_) return true;
  mark_live(self_, nullptr);
  return stamps_[object.unit] == stamp_;
}

bool Machine::advance(Expansion& e) {
  std::uint32_t count = thread_count();
  while (!e.is_over) {
    if (e.index >= count) {
      more_threads(e);
      continue;
    }
    std::uint32_t thread = (e.offset + e.index) % count;
    bool is_at_work = (e.ample & ~e.done) >> thread & 1;
    if (is_at_work && try_ways(e, thread)) return true;
    ++e.index;
    e.way = 0;
    e.choice = 0;
  }
  return false;
}

// All threads at work have taken their steps: more are needed if the reduction may not leave them
// out. The union of stubborn sets is one.
void Machine::more_threads(Expansion& e) {
  bool needs_more = e.all_required || (e.needs_progress && !e.progressed);
  if (e.ample == Expansion::kEverybody || !needs_more) {
    e.is_over = true;
    return;
  }
  e.done |= e.ample;
  e.ample = e.all_required ? Expansion::kEverybody : choose_ample(e);
  e.is_reduced = e.ample != Expansion::kEverybody;
  e.index = 0;
}

// The next step of the thread; false if it has no more.
bool Machine::try_ways(Expansion& e, std::uint32_t thread) {
  const Point& point = model_.points[point_of(thread)];
  while (point.begin + e.way < point.end) {
    std::uint32_t way = point.begin + e.way;
    std::uint64_t choice = e.choice;
    newborn_.clear();
    effect_ = attempt(thread, model_.transitions[way], choice);
    if (!next_choice(e.choice)) {
      e.choice = 0;
      ++e.way;
    }
    if (effect_ == Effect::Disabled) continue;
    ++e.moved;
    path_.push_back({thread, way, choice});
    if (effect_ == Effect::Moved) {
      if (model_.options.coarsen) settle(thread);
    } else if (effect_ != Effect::Violated) {
      e.require_all();
    }
    return true;
  }
  return false;
}

// ---------------------------------------------------------------- local steps

// Takes the local steps of the thread that just moved, and of those that it started, whatever
// places they have got, as long as they leave no choice.
void Machine::settle(std::uint32_t thread) {
  while (settle_once(thread)) {
  }
  for (std::size_t i = 0; i < newborn_.size(); ++i) {
    while (effect_ == Effect::Moved && settle_once(newborn_[i])) {
    }
  }
}

bool Machine::settle_once(std::uint32_t thread) {
  const Point& point = model_.points[point_of(thread)];
  if (effect_ != Effect::Moved || !point.is_local) return false;
  std::uint32_t way = point.begin;
  if (point.end - point.begin > 1) {
    std::uint32_t enabled = 0;
    for (std::uint32_t i = point.begin; i < point.end; ++i) {
      if (!probe(thread, model_.transitions[i])) continue;
      way = i;
      if (++enabled > 1) return false;
    }
    if (enabled == 0) return false;
  }
  Mark before = mark();
  std::size_t newborn = newborn_.size();
  std::uint64_t other = 0;
  Effect effect = attempt(thread, model_.transitions[way], 0);
  if (effect == Effect::Disabled) return false;
  bool goes_on = effect == Effect::Moved && !next_choice(other);
  if (goes_on || effect == Effect::Violated) {
    path_.push_back({thread, way, 0});
    effect_ = effect;
    return goes_on;
  }
  undo(before);
  newborn_.resize(newborn);
  --steps_taken_;
  return false;
}

}  // namespace mc
