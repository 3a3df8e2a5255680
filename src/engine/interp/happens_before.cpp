#include "engine/interp/happens_before.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace interp {

namespace {

void merge(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

auto key(const Place& place) {
  return std::tie(place.kind, place.object, place.field, place.global, place.thread, place.index);
}

}  // namespace

std::uint32_t at(const Clock& clock, ThreadId thread) {
  return thread.index() < clock.size() ? clock[thread.index()] : 0;
}

bool PlaceOrder::operator()(const Place& a, const Place& b) const { return key(a) < key(b); }

void HappensBefore::start() {
  CHECK(threads_.empty(), "the first thread starts twice");
  threads_.push_back({1});
}

void HappensBefore::fork(ThreadId self, ThreadId forked) {
  CHECK(forked.index() == threads_.size(), "threads start in the order of their numbers");
  Clock clock = threads_[self.index()];
  clock.resize(forked.index() + 1);
  clock.back() = 1;
  threads_.push_back(std::move(clock));
  advance(self);
}

void HappensBefore::join(ThreadId self, ThreadId ended) {
  merge(threads_[self.index()], threads_[ended.index()]);
}

void HappensBefore::take(ThreadId self, const Place& lock) {
  auto found = locks_.find(lock);
  if (found != locks_.end()) merge(threads_[self.index()], found->second);
}

void HappensBefore::give(ThreadId self, const Place& lock) {
  merge(locks_[lock], threads_[self.index()]);
  advance(self);
}

std::optional<PastAccess> HappensBefore::access(ThreadId self, const Access& access,
                                                base::Span span) {
  const Clock& now = threads_[self.index()];
  History& history = places_[access.place];
  auto races = [&](const PastAccess& past) {
    return past.thread != self && past.time > at(now, past.thread);
  };
  if (history.write && races(*history.write)) return history.write;
  PastAccess done{access.kind, self, at(now, self), span};
  if (access.kind == AccessKind::Write) {
    auto raced = std::find_if(history.reads.begin(), history.reads.end(), races);
    if (raced != history.reads.end()) return *raced;
    history.reads.clear();
    history.write = done;
    return std::nullopt;
  }
  auto known = std::find_if(history.reads.begin(), history.reads.end(),
                            [&](const PastAccess& read) { return read.thread >= self; });
  if (known != history.reads.end() && known->thread == self) {
    *known = done;
  } else {
    history.reads.insert(known, done);
  }
  return std::nullopt;
}

}  // namespace interp
