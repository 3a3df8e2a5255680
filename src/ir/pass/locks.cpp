#include "ir/pass/locks.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace pass {

const ir::LockPlace* lock_of(const ir::Action& action) {
  return ir::visit(
      [](const auto& a) -> const ir::LockPlace* {
        if constexpr (requires {
                        { a.lock } -> std::convertible_to<const ir::LockPlace&>;
                      }) {
          return &a.lock;
        } else {
          return nullptr;
        }
      },
      action);
}

namespace {

constexpr const char* kFieldName = "$lock";

template <class Visit>
void for_each_action(const ir::Procedure& proc, Visit visit) {
  for (const ir::Transition& t : proc.transitions) {
    for (const ir::Action& a : t.reads) visit(a);
    for (const ir::Action& a : t.actions) visit(a);
  }
}

// The static types whose objects' own locks are used.
std::set<ir::ClassId> locked_types(const ir::Program& program, const std::vector<bool>& reachable) {
  std::set<ir::ClassId> result;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (!reachable[i]) continue;
    for_each_action(program.procs[i], [&](const ir::Action& a) {
      const ir::LockPlace* lock = lock_of(a);
      if (!lock || !lock->object || lock->field) return;
      const ir::Type& type = program.type_of(lock->object);
      bool is_object = type.kind == ir::TypeKind::Ref || type.kind == ir::TypeKind::Record;
      if (is_object) result.insert(type.cls);
    });
  }
  return result;
}

// The topmost class above (or equal to) `cls` that is in the set; invalid if none is.
ir::ClassId topmost(const ir::Program& program, const std::set<ir::ClassId>& set, ir::ClassId cls) {
  ir::ClassId found;
  for (; cls; cls = program.cls(cls).super) {
    if (set.contains(cls)) found = cls;
  }
  return found;
}

}  // namespace

LockPlan::LockPlan(const ir::Program& source, const Hierarchy& hierarchy,
                   const std::vector<bool>& reachable)
    : owners_(source.classes.size()), fields_(source.classes.size()) {
  std::set<ir::ClassId> seen = locked_types(source, reachable);
  std::set<ir::ClassId> classes;
  std::vector<ir::ClassId> interfaces;
  for (ir::ClassId id : seen) {
    if (!source.cls(id).is_interface) {
      classes.insert(id);
    } else {
      interfaces.push_back(id);
    }
  }
  // Whatever implements a locked interface is locked from its topmost such class on.
  for (ir::ClassId interface : interfaces) {
    for (ir::ClassId id : hierarchy.instances(interface)) {
      ir::ClassId top = id;
      for (ir::ClassId c = id; c; c = source.cls(c).super) {
        if (source.is_subclass(c, interface)) top = c;
      }
      classes.insert(top);
    }
  }
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    if (!source.classes[i].is_interface) owners_[i] = topmost(source, classes, ir::ClassId(i));
  }
  std::set<ir::ClassId> own;  // owners whose objects keep their own locks
  if (source.root && classes.contains(source.root)) own.insert(source.root);  // arrays are locked
  for (ir::ClassId interface : interfaces) {
    std::set<ir::ClassId> owners;
    for (ir::ClassId id : hierarchy.instances(interface)) owners.insert(owners_[id.index()]);
    if (owners.size() == 1) owners_[interface.index()] = *owners.begin();
    if (owners.size() > 1) own.insert(owners.begin(), owners.end());
  }
  for (ir::ClassId& owner : owners_) {
    if (own.contains(owner)) owner = {};
  }
}

void LockPlan::declare(ir::Program& model) {
  std::set<ir::ClassId> owners(owners_.begin(), owners_.end());
  owners.erase(ir::ClassId());
  for (ir::ClassId owner : owners) {
    fields_[owner.index()] = ir::FieldId(model.fields.size());
    model.fields.push_back({.name = kFieldName,
                            .type = model.types.make(ir::TypeKind::Lock),
                            .owner = owner,
                            .span = model.cls(owner).span});
    model.classes[owner.index()].fields.push_back(fields_[owner.index()]);
  }
}

namespace {

// How often, at most, a thread may hold the locks of each field at a location: 0, 1, or
// 2 for more. Joins take the larger number, so that a lock entered at 0 is not held.
class HeldLocks {
 public:
  HeldLocks(const ir::Procedure& proc, std::map<ir::FieldId, bool>& reentrant)
      : proc_(proc),
        out_(ir::outgoing(proc)),
        held_(proc.locations.size()),
        seen_(proc.locations.size(), false),
        reentrant_(reentrant) {}

  void solve() {
    seen_[proc_.entry.index()] = true;
    std::deque<ir::LocId> work{proc_.entry};
    while (!work.empty()) {
      ir::LocId at = work.front();
      work.pop_front();
      for (ir::TransId id : out_[at.index()]) {
        const ir::Transition& t = proc_.transitions[id.index()];
        Held after = held_[at.index()];
        for (const ir::Action& a : t.actions) step(a, after);
        if (merge(after, t.target)) work.push_back(t.target);
      }
    }
  }

 private:
  using Held = std::map<ir::FieldId, int>;

  void step(const ir::Action& action, Held& held) {
    const ir::LockPlace* lock = lock_of(action);
    if (!lock || !lock->field) return;
    int& count = held[lock->field];
    if (std::holds_alternative<ir::Enter>(action)) {
      if (count > 0) reentrant_[lock->field] = true;
      count = std::min(count + 1, 2);
    } else if (std::holds_alternative<ir::Exit>(action)) {
      count = std::max(count - 1, 0);
    }
  }

  bool merge(const Held& from, ir::LocId to) {
    bool changed = !seen_[to.index()];
    seen_[to.index()] = true;
    for (const auto& [field, count] : from) {
      int& into = held_[to.index()][field];
      if (count > into) into = count, changed = true;
    }
    return changed;
  }

  const ir::Procedure& proc_;
  std::vector<std::vector<ir::TransId>> out_;
  std::vector<Held> held_;
  std::vector<bool> seen_;
  std::map<ir::FieldId, bool>& reentrant_;
};

bool needs_wait(const ir::Action& action) {
  switch (ir::kind_of(action)) {
    case ir::ActionKind::Wait:
    case ir::ActionKind::Unwait:
    case ir::ActionKind::Notify:
    case ir::ActionKind::NotifyAll: return true;
    case ir::ActionKind::TestLock:
      return std::get<ir::TestLock>(action).test == ir::LockTest::WasNotified;
    default: return false;
  }
}

}  // namespace

void LockPlan::finish(ir::Program& model) {
  std::map<ir::FieldId, bool> reentrant;
  std::map<ir::FieldId, bool> waits;
  for (const ir::Procedure& proc : model.procs) {
    HeldLocks(proc, reentrant).solve();
    for_each_action(proc, [&](const ir::Action& a) {
      const ir::LockPlace* lock = lock_of(a);
      if (lock && lock->field && needs_wait(a)) waits[lock->field] = true;
    });
  }
  for (std::size_t i = 0; i < model.fields.size(); ++i) {
    ir::Field& f = model.fields[i];
    if (f.name != kFieldName) continue;
    ir::FieldId id(i);
    f.type = model.types.make(ir::Type{.kind = ir::TypeKind::Lock,
                                       .waits = waits.contains(id),
                                       .reentrant = reentrant.contains(id)});
  }
}

}  // namespace pass
