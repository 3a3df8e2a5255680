// Best first, by the number of steps, over the interpreter's states. A move is what a thread does
// up to and with its next visible step: invisible ones commute with all others, so they can wait
// until the thread is needed, and a thread that is not needed does not move at all. Large moves
// go on while the thread holds a lock: much is left out then, but what is left is searched far
// deeper, and in most programs nobody else could interfere.
#include "certify/shortest.h"

#include <algorithm>
#include <array>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace certify {

namespace {

constexpr std::size_t kMostWaiting = 20'000;  // states put aside
constexpr std::size_t kLongestMove = 1'000;   // steps of one move
constexpr std::size_t kObjectsOfAStep = 8;    // copied in the time of a step

bool holds_lock(const interp::State& state, interp::ThreadId thread) {
  const auto& locks = state.locks;
  return std::any_of(locks.begin(), locks.end(), [&](const auto& entry) {
    return !entry.second.is_free() && entry.second.owner == thread;
  });
}

class ShortestSearch {
 public:
  ShortestSearch(Attempts& attempts, const interp::System& system, std::size_t limit, Moves moves)
      : attempts_(attempts), system_(system), limit_(limit), moves_(moves) {}

  std::optional<Execution> search() {
    interp::EnumeratingChooser none;
    enter({system_.initial(none), kStart, interp::ThreadId(), 0, 0, {}});
    while (!waiting_.empty() && !attempts_.is_over()) {
      Waiting next = std::move(const_cast<Waiting&>(waiting_.top()));
      waiting_.pop();
      if (next.depth + 1 < limit_) expand(next);
    }
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kStart = ~std::size_t{0};

  // How a state was reached: the moves before, and the last one.
  struct Reached {
    std::size_t before = kStart;
    Execution move;
  };
  struct Waiting {
    interp::State state;
    std::size_t reached = kStart;
    interp::ThreadId last;     // the thread that moved last
    std::size_t depth = 0;     // steps
    std::size_t switches = 0;  // to another thread
    std::array<std::size_t, 3> rank{};
    bool operator<(const Waiting& other) const { return rank > other.rank; }  // the least is first
  };

  void enter(Waiting state) {
    if (waiting_.size() >= kMostWaiting) return;
    auto [known, is_new] = known_.try_emplace(system_.encode(state.state), state.depth);
    if (!is_new && known->second <= state.depth) return;
    known->second = state.depth;
    state.rank = {state.depth, state.switches, count_++};
    waiting_.push(std::move(state));
  }

  void expand(const Waiting& from) {
    for (interp::ThreadId thread : system_.enabled(from.state)) {
      interp::EnumeratingChooser chooser;
      do {
        // With a large heap, to copy a state and to look it up takes as long as some steps.
        if (!attempts_.spend(from.state.heap.size() / kObjectsOfAStep)) return;
        interp::State state = from.state;
        Execution move;
        if (!this->move(state, thread, chooser, from.depth, move)) return;
        reach(from, std::move(state), std::move(move));
      } while (chooser.advance() && !attempts_.is_over());
    }
  }

  // False: the budget is spent.
  bool move(interp::State& state, interp::ThreadId thread, interp::Chooser& chooser,
            std::size_t depth, Execution& move) {
    for (std::size_t n = 0; n < kLongestMove && depth + n < limit_; ++n) {
      std::vector<interp::ThreadId> enabled = system_.enabled(state);
      if (std::find(enabled.begin(), enabled.end(), thread) == enabled.end()) break;
      if (!attempts_.spend(state.threads.size())) return false;
      bool is_invisible = system_.is_invisible(state, thread);
      std::size_t objects = state.heap.size();
      take(system_, state, thread, enabled, chooser, move);
      if (!attempts_.spend(state.heap.size() - objects)) return false;
      if (is_invisible) continue;
      if (moves_ == Moves::Small || !holds_lock(state, thread)) break;
    }
    return true;
  }

  void reach(const Waiting& from, interp::State state, Execution move) {
    std::size_t depth = from.depth + move.steps.size();
    if (depth >= limit_ || move.steps.empty()) return;
    bool is_over = system_.enabled(state).empty();
    if (is_over && !attempts_.is_wanted(state)) return;
    reached_.push_back({from.reached, std::move(move)});
    if (!is_over) {
      interp::ThreadId thread = reached_.back().move.steps.back().thread;
      std::size_t switches = from.switches + (thread == from.last ? 0 : 1);
      return enter({std::move(state), reached_.size() - 1, thread, depth, switches, {}});
    }
    limit_ = depth;
    found_ = execution_of(reached_.size() - 1);
  }

  Execution execution_of(std::size_t last) const {
    std::vector<const Execution*> moves;
    for (std::size_t i = last; i != kStart; i = reached_[i].before) {
      moves.push_back(&reached_[i].move);
    }
    Execution result;
    for (auto m = moves.rbegin(); m != moves.rend(); ++m) {
      const Execution& move = **m;
      result.steps.insert(result.steps.end(), move.steps.begin(), move.steps.end());
      result.decisions.insert(result.decisions.end(), move.decisions.begin(), move.decisions.end());
    }
    return result;
  }

  Attempts& attempts_;
  const interp::System& system_;
  std::size_t limit_;  // executions of so many steps are too long
  std::priority_queue<Waiting> waiting_;
  std::vector<Reached> reached_;
  std::unordered_map<std::string, std::size_t> known_;  // encodings, with the least depth
  Moves moves_;
  std::size_t count_ = 0;
  std::optional<Execution> found_;
};

}  // namespace

std::optional<Execution> find_shorter(Attempts& attempts, const interp::System& system,
                                      std::size_t limit, Moves moves) {
  return ShortestSearch(attempts, system, limit, moves).search();
}

}  // namespace certify
