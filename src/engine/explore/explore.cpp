// Two searches over the same steps. Without reduction the states are a tree, walked depth
// first, so that little is kept. With reduction they are walked level by level: states with
// equivalent paths have made equally many steps, so all of them meet in one level, and merging
// there is enough.
#include "engine/explore/explore.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "engine/explore/path.h"

namespace explore {

namespace {

struct State {
  dl::SubstId subst;
  dl::PoolId pool;
  bool fails = false;
  Path path;
};

class Explorer {
 public:
  Explorer(dl::Store& store, const Options& options, run::Run& run)
      : store_(store), options_(options), run_(run), events_(store), empty_(store.empty_pool()) {}

  Result explore(State initial) {
    if (options_.reduce) {
      level_by_level(std::move(initial));
    } else {
      depth_first(std::move(initial));
    }
    sort_finals();
    return std::move(result_);
  }

 private:
  // ---- one application of SCHEDULE
  // What a step leads to: a state, and what it adds to the path.
  struct Successor {
    dl::SubstId subst;
    dl::PoolId pool;
    bool fails = false;
    EventId event;  // invalid: silent
  };

  // Depends on σ and Σ alone, which many states share.
  const std::vector<Successor>& successors(const State& state) {
    const std::uint64_t key = (std::uint64_t{state.subst.index()} << 32U) | state.pool.index();
    auto [it, is_new] = known_.try_emplace(key);
    if (!is_new) return it->second;
    std::vector<Successor> found;
    for (dl::ThreadId thread : dl::schedulable(store_, state.pool)) {
      for (const dl::Outcome& outcome : dl::step(store_, state.subst, state.pool, thread)) {
        const EventId event = outcome.event.silent ? EventId() : events_.make(outcome.event);
        found.push_back({outcome.subst, outcome.pool, outcome.fails, event});
      }
    }
    CHECK(!found.empty(), "an active thread can always be scheduled");
    it->second = std::move(found);
    return it->second;
  }

  bool is_final(const State& state) const { return state.pool == empty_; }

  void add_final(const State& state) {
    ++result_.states;
    if (state.fails) ++result_.failed;
    if (!options_.keep_states) return;
    FinalState final_state;
    for (EventId event : state.path) final_state.path.push_back(events_[event]);
    final_state.subst = state.subst;
    final_state.fails = state.fails;
    result_.finals.push_back(std::move(final_state));
    final_paths_.push_back(state.path);
  }

  // Counts a step with so many successors, after which the configuration has so many states.
  // False: stop.
  bool count_step(std::size_t successors, std::uint64_t states) {
    constexpr std::size_t kMany = 64;  // of thousands of threads, a step takes its time
    ++result_.steps;
    ++run_.stats.transitions;
    result_.per_step.push_back(states);
    result_.stopped = successors > kMany ? run_.stop_reason_now() : run_.stop_reason();
    return !result_.stopped;
  }

  // ---- plain
  void depth_first(State initial) {
    std::vector<State> open;
    open.push_back(std::move(initial));
    while (!open.empty()) {
      State state = std::move(open.back());
      open.pop_back();
      if (is_final(state)) {
        add_final(state);
        continue;
      }
      const std::vector<Successor>& next = successors(state);
      for (auto it = next.rbegin(); it != next.rend(); ++it) {
        open.push_back({it->subst, it->pool, it->fails, {}});
        if (!options_.keep_states) continue;
        const bool is_last = std::next(it) == next.rend();
        open.back().path = is_last ? std::move(state.path) : state.path;
        if (it->event) open.back().path.push_back(it->event);
      }
      if (!count_step(next.size(), open.size() + result_.states)) return;
    }
  }

  // ---- reduced
  // The path and the pool tell states apart. (The pool is needed only because a step that is
  // silent does not show in the path.)
  struct Key {
    Path path;
    dl::PoolId pool;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::size_t seed = key.pool.index();
      for (EventId event : key.path) {
        seed ^= event.index() + 0x9e3779b97f4a7c15ULL + (seed << 12U) + (seed >> 4U);
      }
      return seed;
    }
  };
  struct Value {
    dl::SubstId subst;
    bool fails = false;
  };

  void level_by_level(State initial) {
    std::vector<State> level;
    level.push_back(std::move(initial));
    while (!level.empty()) {
      std::unordered_map<Key, Value, KeyHash> next;
      std::vector<const Key*> order;  // of discovery
      for (std::size_t i = 0; i < level.size(); ++i) {
        const State& state = level[i];
        if (is_final(state)) {
          // Whether a silent step came before a failure does not show, so such states may meet
          // again on a later level.
          if (!state.fails || failed_.insert(state.path).second) add_final(state);
          continue;
        }
        const std::vector<Successor>& found = successors(state);
        merge_successors(state, found, next, order);
        const std::uint64_t left = level.size() - i - 1;
        if (!count_step(found.size(), result_.states + left + next.size())) return;
      }
      level.clear();
      for (const Key* key : order) {
        const Value& value = next.at(*key);
        level.push_back({value.subst, key->pool, value.fails, key->path});
      }
      run_.stats.live_states = std::max<std::uint64_t>(run_.stats.live_states, level.size());
    }
  }

  void merge_successors(const State& state, const std::vector<Successor>& found,
                        std::unordered_map<Key, Value, KeyHash>& next,
                        std::vector<const Key*>& order) {
    for (const Successor& successor : found) {
      Key key{state.path, successor.pool};
      if (successor.event && options_.canonical == Canonical::Full) {
        insert_full(events_, key.path, successor.event);
      } else if (successor.event) {
        insert_adjacent(events_, key.path, successor.event);
      }
      auto [it, is_new] = next.try_emplace(std::move(key), Value{successor.subst, successor.fails});
      if (is_new) {
        order.push_back(&it->first);
      } else {
        // Determinism (Corollary 3 of the paper).
        CHECK(it->second.subst == successor.subst && it->second.fails == successor.fails,
              "equivalent paths lead to different states");
      }
    }
  }

  // By the threads that were scheduled, then by the events.
  void sort_finals() {
    std::vector<std::size_t> order(result_.finals.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    auto is_less = [&](std::size_t a, std::size_t b) {
      return std::lexicographical_compare(final_paths_[a].begin(), final_paths_[a].end(),
                                          final_paths_[b].begin(), final_paths_[b].end(),
                                          [&](EventId x, EventId y) {
                                            if (events_[x].thread == events_[y].thread)
                                              return x < y;
                                            return events_.before(x, y);
                                          });
    };
    std::stable_sort(order.begin(), order.end(), is_less);
    std::vector<FinalState> sorted;
    sorted.reserve(order.size());
    for (std::size_t i : order) sorted.push_back(std::move(result_.finals[i]));
    result_.finals = std::move(sorted);
  }

  dl::Store& store_;
  const Options& options_;
  run::Run& run_;
  Events events_;
  dl::PoolId empty_;
  std::unordered_map<std::uint64_t, std::vector<Successor>> known_;  // by σ and Σ
  std::set<Path> failed_;          // reduced: paths that end in a failure
  std::vector<Path> final_paths_;  // of result_.finals
  Result result_;
};

}  // namespace

Result explore(dl::Store& store, dl::SubstId subst, dl::PoolId pool, const Options& options,
               run::Run& run) {
  return Explorer(store, options, run).explore({subst, pool, false, {}});
}

}  // namespace explore
