// The wait-for graph has an edge from a blocked thread to each thread that would have to
// move first: the one that has the lock, the ones that `join` waits for. A semaphore may
// be unlocked by anyone, but who locked it is whom a reader looks at first.
//
// Every thread on a cycle waits for all its successors, so that a cycle explains itself;
// the shortest one is shown. Without a cycle, following the edges ends at threads that
// nobody can help: those in a wait set, those that need a lock of an ended thread, and
// those whose guard does not hold.
//
// Threads of a pool that have nothing to do are nobody's fault but that of who should have shut it
// down: they are told only if there is no other thread.
#include "engine/interp/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/interp/enabled.h"

namespace interp {

namespace {

using Graph = std::map<ThreadId, Waiting>;  // the threads that have not ended
using Threads = std::vector<ThreadId>;

// The shortest way from the thread back to it, breadth first; empty if there is none.
Threads shortest_cycle_through(const Graph& graph, ThreadId start) {
  std::map<ThreadId, ThreadId> reached_from;
  Threads queue{start};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    auto waiting = graph.find(queue[next]);
    if (waiting == graph.end()) continue;  // it has ended
    for (ThreadId blocker : waiting->second.blockers) {
      if (!reached_from.try_emplace(blocker, queue[next]).second) continue;
      if (blocker != start) {
        queue.push_back(blocker);
        continue;
      }
      Threads cycle{start};
      for (ThreadId t = reached_from[start]; t != start; t = reached_from[t]) cycle.push_back(t);
      std::reverse(cycle.begin() + 1, cycle.end());
      return cycle;
    }
  }
  return {};
}

Threads shortest_cycle(const Graph& graph) {
  Threads best;
  for (const auto& [thread, waiting] : graph) {
    Threads cycle = shortest_cycle_through(graph, thread);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  return best;
}

std::vector<verdict::HeldLock> held_locks(const Model& model, const State& state, ThreadId self) {
  std::vector<verdict::HeldLock> result;
  for (const auto& [key, lock] : state.locks) {
    if (lock.is_free() || lock.owner != self) continue;
    result.push_back({show(model, state, key.place()), lock.taken});
  }
  return result;
}

// "thread 2", "threads 2 and 3", "threads 2, 3 and 4"
std::string listed(const Model& model, const State& state, Threads threads) {
  std::sort(threads.begin(), threads.end());
  return told(model, state, threads, " and ");
}

std::string cause_of_cycle(const Model& model, const State& state, const Graph& graph,
                           const Threads& cycle) {
  std::string who = listed(model, state, cycle);
  if (cycle.size() == 1) {
    return fmt::format("{} waits for {}, which it has itself", who, graph.at(cycle.front()).object);
  }
  return fmt::format("{} wait for {}", who, cycle.size() == 2 ? "each other" : "one another");
}

// Without a cycle: why the threads at the ends of the chains cannot move.
std::string cause_of_ends(const Model& model, const State& state, const Graph& graph) {
  std::vector<std::string> causes;
  Threads unheard;
  Threads unsatisfied;
  for (const auto& [thread, waiting] : graph) {
    switch (waiting.reason) {
      case Waiting::Reason::Notify: unheard.push_back(thread); break;
      case Waiting::Reason::Condition:
      case Waiting::Reason::Nothing: unsatisfied.push_back(thread); break;
      case Waiting::Reason::Library:
        causes.push_back(fmt::format("nobody is left to end the wait of {} in {}",
                                     told(model, state, thread), waiting.object));
        break;
      case Waiting::Reason::Lock:
        for (ThreadId owner : waiting.blockers) {
          if (graph.contains(owner)) continue;
          std::string text =
              fmt::format("{} has ended and keeps {}", told(model, state, owner), waiting.object);
          if (std::find(causes.begin(), causes.end(), text) == causes.end()) {
            causes.push_back(std::move(text));
          }
        }
        break;
      case Waiting::Reason::Join: break;
    }
  }
  if (!unheard.empty()) {
    causes.push_back("nobody is left to notify " + listed(model, state, unheard));
  }
  if (!unsatisfied.empty()) {
    causes.push_back(fmt::format("nobody is left to make the condition of {} true",
                                 listed(model, state, unsatisfied)));
  }
  return fmt::format("{}", fmt::join(causes, "; "));
}

// For whose tasks a thread waits that has nothing to do; invalid: it is no such thread.
ObjectId idle_for(const Model& model, const State& state, ThreadId thread) {
  const Frame& frame = state.thread(thread).frames.back();
  const auto& idle = model.program().display.idle;
  if (std::find(idle.begin(), idle.end(), frame.proc) == idle.end()) return {};
  const Value& pool = frame.locals[model.proc(frame.proc).params.front().index()];
  return std::get<ObjectId>(pool);
}

// Threads have ended, but for those of pools that wait for tasks.
verdict::Violation describe_idle(const Model& model, const State& state,
                                 const std::map<ObjectId, Threads>& pools) {
  verdict::Violation result{.kind = verdict::ViolationKind::Deadlock};
  std::vector<std::string> causes;
  for (const auto& [pool, threads] : pools) {
    ThreadId first = threads.front();
    std::string name = name_of(model.program(), state, pool);
    causes.push_back(fmt::format("{} is never shut down: {} {} for tasks", name,
                                 listed(model, state, threads),
                                 threads.size() == 1 ? "waits" : "wait"));
    result.notes.push_back({state.object(pool).made,
                            fmt::format("{} is made here, and never shut down", name),
                            printed(first)});
    if (result.thread != 0) continue;
    result.span = result.notes.front().span;
    result.thread = printed(first);
    result.thread_name = thread_name(model, state, first);
  }
  result.cause = fmt::format("{}", fmt::join(causes, "; "));
  result.message = "deadlock: " + result.cause;
  result.brief = pools.size() == 1
                     ? "a thread pool is never shut down"
                     : fmt::format("{} thread pools are never shut down", pools.size());
  return result;
}

}  // namespace

verdict::Violation describe_deadlock(const Model& model, const State& state) {
  verdict::Violation result{.kind = verdict::ViolationKind::Deadlock};
  std::map<ObjectId, Threads> pools;
  bool is_stuck = false;  // a thread that is no daemon, and not idle
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    ThreadId thread(i);
    if (state.thread(thread).has_ended() || state.thread(thread).is_daemon) continue;
    if (ObjectId pool = idle_for(model, state, thread); pool.is_valid()) {
      pools[pool].push_back(thread);
    } else {
      is_stuck = true;
    }
  }
  if (!is_stuck && !pools.empty()) return describe_idle(model, state, pools);
  Graph graph;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    ThreadId thread(i);
    if (state.thread(thread).has_ended()) continue;
    if (idle_for(model, state, thread).is_valid()) continue;
    Waiting waiting = describe_waiting(model, state, thread);
    const auto& frames = state.thread(thread).frames;
    std::string_view proc = model.proc(frames[shown_frame(model, frames)].proc).name;
    verdict::Note note{
        waiting.span,
        fmt::format("{} waits in {} {}", told(model, state, thread), proc, waiting.what),
        printed(thread)};
    if (!result.message.empty()) result.message += "; ";
    result.message += note.text;
    if (!result.span.is_valid()) {
      result.span = note.span;
      result.thread = printed(thread);
      result.thread_name = thread_name(model, state, thread);
    }
    result.notes.push_back(std::move(note));
    graph.emplace(thread, std::move(waiting));
  }
  result.message = "deadlock: " + result.message;
  Threads cycle = shortest_cycle(graph);
  result.cause = cycle.empty() ? cause_of_ends(model, state, graph)
                               : cause_of_cycle(model, state, graph, cycle);
  for (ThreadId thread : cycle) {
    const Waiting& waiting = graph.at(thread);
    result.cycle.push_back({printed(thread), thread_name(model, state, thread),
                            held_locks(model, state, thread), waiting.object, waiting.span});
  }
  return result;
}

}  // namespace interp
