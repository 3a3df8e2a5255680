// A step's event is told by its thread, by what came before it in that thread, by its decisions,
// and by the events that wrote last what it reads. A class is the set of its visible events.
// Whoever changes a lock reads it, too: what is done with locks has an order.
//
// Two prefixes of executions with the same events differ in what was written last, so that they are
// followed once for each state and each choice of last writes.
//
// An exception that nobody catches ends the execution. It comes when nothing else can.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "event_hash.h"
#include "truth.h"

namespace concurrent {

namespace {

using interp::AccessKind;
using interp::PlaceKind;

using Key = std::tuple<PlaceKind, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                       std::uint64_t>;
Key key_of(const interp::Place& p) {
  auto number = [](auto id) { return id ? id.index() + 1 : 0U; };
  return {p.kind, number(p.object), number(p.field), number(p.global), number(p.thread), p.index};
}

// Which number the next thread gets, which objects there are, and what is printed, is nothing that
// a thread reads.
bool counts(const interp::Access& access) {
  PlaceKind kind = access.place.kind;
  return access.kind != AccessKind::Add && kind != PlaceKind::Threads &&
         kind != PlaceKind::Instances && kind != PlaceKind::Output;
}

bool reads(const interp::Access& access) {
  return access.kind == AccessKind::Read || access.place.kind == PlaceKind::Lock;
}

struct Prefix {
  std::map<Key, Hash> last;         // by place: what was written last
  std::map<std::size_t, Hash> own;  // by thread: its latest event, or the one that started it
  Hash all;
  Hash visible;
};

class ClassCounter {
 public:
  ClassCounter(const interp::Model& model, std::uint64_t limit) : system_(model), limit_(limit) {}

  Classes count() {
    interp::EnumeratingChooser inputs;
    visit(system_.initial(inputs), {});
    return {limit_ > 0, classes_.size()};
  }

 private:
  void visit(const interp::State& state, const Prefix& prefix) {
    std::vector<interp::ThreadId> enabled = without_ends(state, system_.enabled(state));
    if (enabled.empty()) classes_.insert(prefix.visible);
    for (interp::ThreadId thread : enabled) {
      interp::EnumeratingChooser choices;
      do {
        if (limit_ == 0) return;
        interp::State next = state;
        interp::Accesses accesses = system_.accesses(state, thread);
        bool is_visible = !system_.is_invisible(state, thread);
        system_.step(next, thread, choices);
        Hash event = hash(state, next, thread, accesses, choices.decisions(), prefix);
        Prefix now = prefix;
        now.own[thread.index()] = event;
        for (std::size_t t = state.threads.size(); t < next.threads.size(); ++t) {
          now.own[t] = event;
        }
        now.all = now.all + event;
        if (is_visible) now.visible = now.visible + event;
        for (std::size_t i = 0; i < accesses.size(); ++i) {
          if (!counts(accesses[i]) || accesses[i].kind == AccessKind::Read) continue;
          now.last[key_of(accesses[i].place)] = hash_of(i, event);
        }
        if (is_known(now, next)) continue;
        --limit_;
        visit(next, now);
      } while (choices.advance());
    }
  }

  std::vector<interp::ThreadId> without_ends(const interp::State& state,
                                             std::vector<interp::ThreadId> enabled) const {
    auto ends = [&](interp::ThreadId thread) {
      interp::Accesses accesses = system_.accesses(state, thread);
      return std::any_of(accesses.begin(), accesses.end(), [](const interp::Access& a) {
        return a.place.kind == PlaceKind::Everything;
      });
    };
    if (std::all_of(enabled.begin(), enabled.end(), ends)) {
      auto earlier = [&](interp::ThreadId a, interp::ThreadId b) {
        return name_of(state, a) < name_of(state, b);
      };
      std::sort(enabled.begin(), enabled.end(), earlier);
      enabled.resize(std::min<std::size_t>(enabled.size(), 1));
    } else {
      std::erase_if(enabled, ends);
    }
    return enabled;
  }

  static Hash hash(const interp::State& before, const interp::State& after, interp::ThreadId thread,
                   const interp::Accesses& accesses, const run::Decisions& decisions,
                   const Prefix& prefix) {
    auto own = prefix.own.find(thread.index());
    Hash result = own == prefix.own.end() ? Hash() : own->second;
    result = hash_of(name_of(before, thread), result);
    // Threads have numbers that depend on the order of their creation, so that the order of what
    // is read does not count.
    Hash sources;
    for (const interp::Access& access : accesses) {
      if (!counts(access) || !reads(access)) continue;
      auto source = prefix.last.find(key_of(access.place));
      bool is_initial = source == prefix.last.end();
      sources = sources + hash_of(1, is_initial ? Hash() : source->second);
    }
    result = hash_of(2, result + sources);
    for (const run::Decision& d : decisions) {
      bool notifies = d.kind == run::DecisionKind::Notify;
      result = hash_of(notifies ? name_of(after, woken(before, after)) : d.chosen + 1, result);
    }
    return result;
  }

  bool is_known(const Prefix& prefix, const interp::State& state) {
    Hash last;
    for (const auto& [place, event] : prefix.last) last = last + hash_of(3, event);
    auto code = std::hash<std::string>()(system_.encode(state));
    return !known_.insert({prefix.all, last, code}).second;
  }

  interp::System system_;
  std::uint64_t limit_;  // prefixes that may still be followed
  std::set<std::tuple<Hash, Hash, std::size_t>> known_;
  std::set<Hash> classes_;
};

}  // namespace

Classes count_classes(const interp::Model& model, std::uint64_t limit) {
  return ClassCounter(model, limit).count();
}

}  // namespace concurrent
