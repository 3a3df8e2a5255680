#include "engine/interp/syncs.h"

#include <algorithm>
#include <set>

namespace interp {

namespace {

using verdict::Sync;
using verdict::SyncKind;

class SyncFinder {
 public:
  SyncFinder(const Model& model, const State& before, const State& after, ThreadId thread)
      : model_(model), before_(before), after_(after), self_(thread) {}

  // What has ended before, or a thread that is not there any more, was seen by a join.
  void joins(const Accesses& touched) {
    for (const Access& access : touched) {
      const Place& place = access.place;
      bool is_seen = place.kind == PlaceKind::Thread && access.kind == AccessKind::Read &&
                     place.thread != self_ && place.thread.index() < before_.threads.size() &&
                     before_.thread(place.thread).has_ended();
      if (is_seen) add({.kind = SyncKind::Join, .thread = printed(place.thread), .lock = {}});
    }
  }

  void locks() {
    std::set<LockKey> keys;
    for (const auto& [key, lock] : before_.locks) keys.insert(key);
    for (const auto& [key, lock] : after_.locks) keys.insert(key);
    for (const LockKey& key : keys) lock_change(key, before_.lock(key), after_.lock(key));
  }

  void threads() {
    for (std::size_t i = before_.threads.size(); i < after_.threads.size(); ++i) {
      add({.kind = SyncKind::Start, .thread = printed(ThreadId(i)), .lock = {}});
    }
    if (after_.thread(self_).has_ended()) {
      add({.kind = SyncKind::End, .thread = 0, .lock = {}});
    }
  }

  std::vector<Sync> syncs;

 private:
  void add(Sync sync) { syncs.push_back(std::move(sync)); }

  void lock_change(const LockKey& key, const Lock& old, const Lock& now) {
    std::string name = name_of_lock(key);
    auto is_in = [&](const auto& threads) { return threads.contains(self_); };
    if (is_in(now.waiting) && !is_in(old.waiting)) {
      add({.kind = SyncKind::Wait, .thread = 0, .lock = name});
    } else if ((is_in(old.waiting) || is_in(old.notified)) && !is_in(now.waiting) &&
               !is_in(now.notified)) {
      add({.kind = SyncKind::Wake, .thread = 0, .lock = name});
    } else if (old.is_free() && !now.is_free()) {
      add({.kind = SyncKind::Take, .thread = 0, .lock = name});
    } else if (!old.is_free() && now.is_free()) {
      add({.kind = SyncKind::Release, .thread = 0, .lock = name});
    }
    for (const auto& [thread, depth] : now.notified) {
      if (thread == self_ || old.notified.contains(thread)) continue;
      add({.kind = SyncKind::Notify, .thread = printed(thread), .lock = name});
    }
  }

  // As the object, the field or the variable is called that it belongs to.
  std::string name_of_lock(const LockKey& key) const {
    const ir::Program& program = model_.program();
    if (key.global) return program.global(key.global).name;
    std::string object = name_of(program, after_, key.object);
    return key.field ? object + "." + program.field(key.field).name : object;
  }

  const Model& model_;
  const State& before_;
  const State& after_;
  ThreadId self_;
};

}  // namespace

std::vector<Sync> find_syncs(const Model& model, const State& before, const State& after,
                             ThreadId thread, const Effects& effects) {
  SyncFinder finder(model, before, after, thread);
  finder.joins(effects.touched);
  finder.locks();
  finder.threads();
  return std::move(finder.syncs);
}

}  // namespace interp
