// A step's event is told by its thread, its place in that thread, its decisions, and the
// events before it that it depends on, which are those of the same thread and those in
// conflict. A hash of all that identifies the event with everything that it depends on; a
// trace is the set of its events, so the sum of the hashes identifies it, whatever the
// order. 128 bits make it certain enough that different sets have different sums.
//
// Threads have numbers in the order of their creation. If two threads start others, those
// numbers depend on the order, which is no difference that a program could notice. So the
// traces that count tell threads by name: the n-th child of its parent. Equal states have
// equal numbers, so that prefixes are told by numbers, and forks are in conflict there.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "event_hash.h"
#include "truth.h"

namespace concurrent {

namespace {

struct Event {
  interp::ThreadId thread;
  interp::Accesses accesses;
  bool is_visible = false;
  Hash numbered;       // among all events, with the numbers of threads
  Hash named;          // among all events, with their names
  Hash named_visible;  // among the visible events
};

// What identifies an execution so far: sums over its events.
struct Sums {
  Hash numbered;
  Hash named;
  Hash named_visible;
};

class Counter {
 public:
  Counter(const interp::Model& model, bool plain, std::uint64_t limit)
      : system_(model), plain_(plain), limit_(limit) {}

  Traces count() {
    interp::EnumeratingChooser inputs;
    visit(system_.initial(inputs), {});
    result_.is_counted = limit_ > 0 && result_.problem.empty();
    result_.all = all_.size();
    result_.visible = visible_.size();
    return result_;
  }

 private:
  void visit(const interp::State& state, const Sums& sums) {
    std::vector<interp::ThreadId> enabled = system_.enabled(state);
    if (enabled.empty()) {
      all_.insert(sums.named);
      visible_.insert(sums.named_visible);
    }
    for (interp::ThreadId thread : enabled) {
      interp::EnumeratingChooser choices;
      do {
        if (limit_ == 0 || !result_.problem.empty()) return;
        Event event;
        event.thread = thread;
        event.accesses = system_.accesses(state, thread);
        event.is_visible = !system_.is_invisible(state, thread);
        interp::State next = state;
        system_.step(next, thread, choices);
        identify(event, state, next, choices.decisions());
        Sums now{sums.numbered + event.numbered, sums.named + event.named, sums.named_visible};
        if (event.is_visible) now.named_visible = now.named_visible + event.named_visible;
        if (!is_known(now.numbered, next)) {
          --limit_;
          events_.push_back(std::move(event));
          visit(next, now);
          events_.pop_back();
        }
      } while (choices.advance());
    }
  }

  static bool touches(const Event& event, interp::PlaceKind kind) {
    return std::any_of(event.accesses.begin(), event.accesses.end(),
                       [&](const interp::Access& a) { return a.place.kind == kind; });
  }

  void identify(Event& event, const interp::State& before, const interp::State& after,
                const run::Decisions& decisions) {
    if (touches(event, interp::PlaceKind::Everything)) result_.is_interrupted = true;
    bool forks = touches(event, interp::PlaceKind::Threads);
    for (const Event& e : events_) {
      bool is_own = e.thread == event.thread;
      if (!is_own && !interp::conflicts(e.accesses, event.accesses)) continue;
      event.numbered = event.numbered + e.numbered;
      // Two forks touch nothing else that both of them could touch.
      if (!is_own && forks && touches(e, interp::PlaceKind::Threads)) continue;
      event.named = event.named + e.named;
      if (e.is_visible) event.named_visible = event.named_visible + e.named_visible;
    }
    event.numbered = hash_of(event.thread.index(), event.numbered);
    std::uint64_t name = name_of(before, event.thread);
    event.named = hash_of(name, event.named);
    event.named_visible = hash_of(name, event.named_visible);
    for (const run::Decision& d : decisions) {
      bool notifies = d.kind == run::DecisionKind::Notify;
      std::uint64_t choice = notifies ? name_of(after, woken(before, after)) : d.chosen + 1;
      event.numbered = hash_of(d.chosen + 1, event.numbered);
      event.named = hash_of(choice, event.named);
      event.named_visible = hash_of(choice, event.named_visible);
    }
  }

  // Whether an equivalent execution has been followed from here.
  bool is_known(const Hash& trace, const interp::State& state) {
    if (plain_) return false;
    auto code = std::hash<std::string>()(system_.encode(state));
    auto [at, is_new] = known_.try_emplace(trace, code);
    if (!is_new && at->second != code) result_.problem = "equivalent executions, unequal states";
    return !is_new;
  }

  interp::System system_;
  bool plain_;
  std::uint64_t limit_;  // prefixes that may still be followed
  std::vector<Event> events_;
  std::map<Hash, std::size_t> known_;  // prefixes, with their states
  std::set<Hash> all_;                 // complete traces
  std::set<Hash> visible_;
  Traces result_;
};

}  // namespace

Traces count_traces(const interp::Model& model, bool plain, std::uint64_t limit) {
  return Counter(model, plain, limit).count();
}

}  // namespace concurrent
