// A step's event is told by its thread, its place in that thread, its decisions, and the
// events before it that it depends on, which are those of the same thread and those in
// conflict. A hash of all that identifies the event with everything that it depends on; a
// trace is the set of its events, so the sum of the hashes identifies it, whatever the
// order. 128 bits make it certain enough that different sets have different sums.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "truth.h"

namespace concurrent {

namespace {

struct Hash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend auto operator<=>(const Hash&, const Hash&) = default;
  Hash operator+(const Hash& other) const { return {low + other.low, high + other.high}; }
};

// The finaliser of SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

Hash hash_of(std::uint64_t x, const Hash& rest) {
  return {mixed(rest.low + mixed(x + 0x9e3779b97f4a7c15U)),
          mixed(rest.high + mixed(x + 0xd1b54a32d192ed03U) + 1)};
}

struct Event {
  ts::ThreadId thread;
  ts::Accesses accesses;
  bool is_visible = false;
  Hash among_all;
  Hash among_visible;
};

class Counter {
 public:
  Counter(const interp::Model& model, bool plain, std::uint64_t limit)
      : system_(model), plain_(plain), limit_(limit) {}

  Traces count() {
    ts::EnumeratingChooser inputs;
    visit(*system_.initial(inputs), {}, {});
    result_.is_counted = limit_ > 0 && result_.problem.empty();
    result_.all = all_.size();
    result_.visible = visible_.size();
    return result_;
  }

 private:
  // `all` and `visible` identify the events until here.
  void visit(const ts::State& state, const Hash& all, const Hash& visible) {
    std::vector<ts::ThreadId> enabled = system_.enabled(state);
    if (enabled.empty()) {
      all_.insert(all);
      visible_.insert(visible);
    }
    for (ts::ThreadId thread : enabled) {
      ts::EnumeratingChooser choices;
      do {
        if (limit_ == 0 || !result_.problem.empty()) return;
        Event event{
            thread, system_.accesses(state, thread), !system_.is_invisible(state, thread), {}, {}};
        std::unique_ptr<ts::State> next = state.clone();
        system_.step(*next, thread, choices);
        identify(event, choices.decisions());
        Hash now = all + event.among_all;
        if (!is_known(now, *next)) {
          --limit_;
          Hash now_visible = event.is_visible ? visible + event.among_visible : visible;
          events_.push_back(std::move(event));
          visit(*next, now, now_visible);
          events_.pop_back();
        }
      } while (choices.advance());
    }
  }

  void identify(Event& event, const ts::Decisions& decisions) {
    Hash before;
    Hash before_visible;
    auto forks = [](const Event& e) {
      return std::any_of(e.accesses.begin(), e.accesses.end(), [](const ts::Access& a) {
        return a.place.kind == ts::PlaceKind::Threads;
      });
    };
    result_.is_interrupted =
        result_.is_interrupted ||
        std::any_of(event.accesses.begin(), event.accesses.end(),
                    [](const ts::Access& a) { return a.place.kind == ts::PlaceKind::Everything; });
    for (const Event& e : events_) {
      if (e.thread != event.thread && forks(e) && forks(event)) result_.numbers_vary = true;
      if (e.thread != event.thread && !ts::conflicts(e.accesses, event.accesses)) continue;
      before = before + e.among_all;
      if (e.is_visible) before_visible = before_visible + e.among_visible;
    }
    auto own = [&](Hash hash) {
      hash = hash_of(event.thread.index(), hash);
      for (const ts::Decision& d : decisions) hash = hash_of(d.chosen + 1, hash);
      return hash;
    };
    event.among_all = own(before);
    event.among_visible = own(before_visible);
  }

  // Whether an equivalent execution has been followed from here.
  bool is_known(const Hash& trace, const ts::State& state) {
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
