#include "engine/interp/happens_before.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "ir/program.h"

namespace interp {

namespace {

void merge(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

bool covers(const Clock& clock, const Clock& other) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (other[i] > at(clock, ThreadId(i))) return false;
  }
  return true;
}

auto key(const Place& place) {
  return std::tie(place.kind, place.object, place.field, place.global, place.thread, place.index);
}

auto key(const PastAccess& access) {
  return std::tie(access.thread, access.kind, access.is_atomic);
}

}  // namespace

std::uint32_t at(const Clock& clock, ThreadId thread) {
  return thread.index() < clock.size() ? clock[thread.index()] : 0;
}

bool PlaceOrder::operator()(const Place& a, const Place& b) const { return key(a) < key(b); }

void HappensBefore::start() {
  CHECK(threads_.empty(), "the first thread starts twice");
  threads_.emplace_back(Clock{1});
}

void HappensBefore::advance(ThreadId thread) { ++threads_[thread.index()].edit()[thread.index()]; }

void HappensBefore::fork(ThreadId self, ThreadId forked) {
  CHECK(forked.index() == threads_.size(), "threads start in the order of their numbers");
  Clock clock = thread(self);
  clock.resize(forked.index() + 1);
  clock.back() = 1;
  threads_.emplace_back(std::move(clock));
  advance(self);
}

void HappensBefore::acquire(ThreadId self, const Clock& clock) {
  if (covers(thread(self), clock)) return;
  merge(threads_[self.index()].edit(), clock);
}

void HappensBefore::join(ThreadId self, ThreadId ended) {
  Clock clock = thread(ended);
  acquire(self, clock);
}

const History* HappensBefore::find(const Place& place) const {
  auto found =
      std::lower_bound(places_.begin(), places_.end(), place,
                       [](const auto& a, const Place& b) { return key(a.first) < key(b); });
  return found != places_.end() && found->first == place ? &*found->second : nullptr;
}

History& HappensBefore::edit(const Place& place) {
  auto found =
      std::lower_bound(places_.begin(), places_.end(), place,
                       [](const auto& a, const Place& b) { return key(a.first) < key(b); });
  if (found == places_.end() || found->first != place) {
    found = places_.insert(found, {place, base::CopyOnWrite<History>()});
  }
  return found->second.edit();
}

void HappensBefore::take(ThreadId self, const Place& lock) {
  if (const History* history = find(lock)) acquire(self, history->released);
}

void HappensBefore::give(ThreadId self, const Place& lock) {
  merge(edit(lock).released, thread(self));
  advance(self);
}

std::optional<PastAccess> HappensBefore::access(ThreadId self, const ModedAccess& access,
                                                base::Span span) {
  bool is_atomic = ir::is_atomic(access.mode);
  if (access.kind == AccessKind::Read && ir::acquires(access.mode)) {
    if (const History* history = find(access.place)) {
      acquire(self, history->released);
      if (access.mode == ir::AccessMode::Volatile) acquire(self, history->written);
    }
  }
  if (!is_atomic || access.is_mixed) {
    if (auto earlier = judge(self, access, span)) return earlier;
  }
  bool writes = access.kind == AccessKind::Write && (is_atomic || access.is_mixed);
  if (writes && (ir::releases(access.mode) || find(access.place) != nullptr)) {
    release(self, edit(access.place), access);
  }
  return std::nullopt;
}

std::optional<PastAccess> HappensBefore::judge(ThreadId self, const ModedAccess& access,
                                               base::Span span) {
  const Clock& now = thread(self);
  PastAccess done{access.kind, ir::is_atomic(access.mode), self, at(now, self), span};
  bool writes = access.kind == AccessKind::Write;
  auto races = [&](const PastAccess& past) {
    return past.thread != self && past.time > at(now, past.thread) &&
           (writes || past.kind == AccessKind::Write) && !(done.is_atomic && past.is_atomic);
  };
  History& history = edit(access.place);
  if (history.write && races(*history.write)) return history.write;
  auto raced = std::find_if(history.accesses.begin(), history.accesses.end(), races);
  if (raced != history.accesses.end()) return *raced;
  if (writes && !done.is_atomic) {
    history.accesses.clear();
    history.write = done;
    return std::nullopt;
  }
  auto known = std::lower_bound(history.accesses.begin(), history.accesses.end(), done,
                                [](const auto& a, const auto& b) { return key(a) < key(b); });
  if (known != history.accesses.end() && key(*known) == key(done)) {
    *known = done;
  } else {
    history.accesses.insert(known, done);
  }
  return std::nullopt;
}

// What later reads that see the written value happen after.
void HappensBefore::release(ThreadId self, History& history, const ModedAccess& access) {
  bool is_volatile = access.mode == ir::AccessMode::Volatile;
  if (!access.has_read) {
    if (!is_volatile) history.written.clear();
    history.released.clear();
  }
  if (!ir::releases(access.mode)) return;
  merge(history.released, thread(self));
  if (is_volatile) merge(history.written, thread(self));
  advance(self);
}

}  // namespace interp
