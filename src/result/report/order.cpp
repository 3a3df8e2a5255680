#include "result/report/order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace report {

namespace {

using verdict::SyncKind;
using verdict::TraceStep;

struct Access {
  std::string_view place;
  bool is_write = false;
};

// "read Node#1.next". What threads and locks do is told by `syncs`.
std::optional<Access> access_of(std::string_view text) {
  std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  Access access{text.substr(blank + 1), text.substr(0, blank) == "write"};
  bool is_sync = access.place.starts_with("lock of ") || access.place.starts_with("thread ");
  return is_sync ? std::nullopt : std::optional(access);
}

// A step of a line of which nothing shows by itself, such as one of a library or of an expression.
bool is_part(const TraceStep& step) {
  if (!step.syncs.empty()) return false;
  if (step.is_internal) return true;
  bool is_silent = step.updates.empty() && step.notes.empty() && step.reads.empty() && !step.output;
  return is_silent && step.method.is_given();
}

// The places that more than one thread touches.
class SharedPlaces {
 public:
  explicit SharedPlaces(const std::vector<TraceStep>& trace) {
    for (const TraceStep& step : trace) {
      for (const std::string& text : step.accesses) {
        auto access = access_of(text);
        if (!access) continue;
        auto [known, is_new] = owners_.try_emplace(access->place, step.thread);
        if (!is_new && known->second != step.thread) known->second = kShared;
      }
    }
  }

  bool touched_by(const TraceStep& step) const {
    return std::any_of(step.accesses.begin(), step.accesses.end(), [&](const std::string& text) {
      auto access = access_of(text);
      return access && owners_.at(access->place) == kShared;
    });
  }

 private:
  static constexpr std::uint32_t kShared = 0;
  std::unordered_map<std::string_view, std::uint32_t> owners_;
};

// Follows the threads and locks of an execution.
class Follower {
 public:
  explicit Follower(std::vector<OrderEdge>& edges) : edges_(edges) {}

  void step(std::size_t at, const TraceStep& step) {
    if (auto by = starts_.find(step.thread); by != starts_.end()) {
      edges_.push_back({by->second, at, OrderKind::Start, {}});
      starts_.erase(by);
    }
    for (const verdict::Sync& sync : step.syncs) follow(at, step.thread, sync);
    last_[step.thread] = at;
  }

 private:
  void follow(std::size_t at, std::uint32_t thread, const verdict::Sync& sync) {
    switch (sync.kind) {
      case SyncKind::Start: starts_[sync.thread] = at; return;
      case SyncKind::Join:
        if (auto end = last_.find(sync.thread); end != last_.end()) {
          edges_.push_back({end->second, at, OrderKind::Join, {}});
        }
        return;
      case SyncKind::End: return;
      case SyncKind::Take: return take(at, thread, sync.lock);
      case SyncKind::Release:
      case SyncKind::Wait: released_[sync.lock] = {at, thread}; return;
      case SyncKind::Wake:
        if (auto by = notified_.find(thread); by != notified_.end()) {
          edges_.push_back({by->second, at, OrderKind::Notify, {}});
          notified_.erase(by);
        }
        return take(at, thread, sync.lock);
      case SyncKind::Notify: notified_[sync.thread] = at; return;
    }
  }

  void take(std::size_t at, std::uint32_t thread, const std::string& lock) {
    auto before = released_.find(lock);
    if (before == released_.end() || before->second.second == thread) return;
    edges_.push_back({before->second.first, at, OrderKind::HandOver, lock});
  }

  std::vector<OrderEdge>& edges_;
  std::map<std::uint32_t, std::size_t> starts_;    // by the thread that was started
  std::map<std::uint32_t, std::size_t> last_;      // step of each thread
  std::map<std::uint32_t, std::size_t> notified_;  // by the thread that will wake up
  std::map<std::string, std::pair<std::size_t, std::uint32_t>> released_;  // step and thread
};

// The last accesses to one place.
struct History {
  std::optional<std::pair<std::size_t, std::uint32_t>> write;  // step and thread
  std::map<std::uint32_t, std::size_t> reads;                  // by thread, since that write
};

void add_access(const Access& access, std::size_t at, std::uint32_t thread, History& history,
                std::vector<Conflict>& into) {
  if (history.write && history.write->second != thread) {
    into.push_back({history.write->first, at, std::string(access.place)});
  }
  if (!access.is_write) {
    history.reads[thread] = at;
    return;
  }
  for (const auto& [reader, step] : history.reads) {
    if (reader != thread) into.push_back({step, at, std::string(access.place)});
  }
  history.reads.clear();
  history.write = {at, thread};
}

}  // namespace

Steps chosen_steps(const std::vector<TraceStep>& trace, std::size_t most, bool full) {
  Steps chosen(trace.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  if (full) return chosen;
  std::erase_if(chosen, [&](std::size_t i) { return i + 1 < trace.size() && is_part(trace[i]); });
  if (chosen.size() <= most) return chosen;
  SharedPlaces shared(trace);
  std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> ends;  // first and last step
  for (std::size_t i = 0; i < trace.size(); ++i) {
    ends.try_emplace(trace[i].thread, i, i).first->second.second = i;
  }
  std::erase_if(chosen, [&](std::size_t i) {
    const TraceStep& step = trace[i];
    const auto& [first, last] = ends[step.thread];
    if (i == first || i == last || i < most / 4 || i + most / 4 >= trace.size()) return false;
    return step.syncs.empty() && !shared.touched_by(step);
  });
  return chosen;
}

std::vector<OrderEdge> order_of(const std::vector<TraceStep>& trace, const Steps& chosen) {
  std::vector<OrderEdge> edges;
  Follower follower(edges);
  for (std::size_t i : chosen) follower.step(i, trace[i]);
  return edges;
}

std::vector<Conflict> conflicts_of(const std::vector<TraceStep>& trace, const Steps& chosen) {
  std::vector<Conflict> conflicts;
  std::unordered_map<std::string_view, History> places;
  for (std::size_t i : chosen) {
    for (const std::string& text : trace[i].accesses) {
      auto access = access_of(text);
      if (access) add_access(*access, i, trace[i].thread, places[access->place], conflicts);
    }
  }
  return conflicts;
}

}  // namespace report
