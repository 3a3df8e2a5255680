// All states of a finite program by the reference interpreter, without any reduction, each
// as a text that tells exactly what a state of a translated model tells: threads are named
// by their procedure and the order of their starts, objects by their type and the order of
// their allocation.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/interp/enabled.h"
#include "engine/interp/system.h"

namespace support {

struct InterpStates {
  std::size_t states = 0;  // in which the execution was not cut
  std::size_t ended = 0;   // of these: by an exception, with all threads
  bool deadlock = false;
  bool error = false;
  bool limit = false;
  bool discarded = false;
  std::set<std::uint32_t> assertions;  // where violated ones begin in the source
  std::size_t counted = 0;             // states that `count_if` accepts
};

class InterpSearch {
 public:
  using Condition = std::function<bool(const interp::State&)>;
  explicit InterpSearch(const ir::Program& program, Condition count_if = {})
      : model_(program, options()), system_(model_), count_if_(std::move(count_if)) {}

  InterpStates run() {
    interp::EnumeratingChooser none;
    interp::State first = system_.initial(none);
    visit(first, {});
    while (!queue_.empty()) {
      Known known = std::move(queue_.front());
      queue_.pop_front();
      for (interp::ThreadId thread : system_.enabled(known.state)) {
        interp::EnumeratingChooser chooser;
        do {
          interp::State next = known.state;
          system_.step(next, thread, chooser);
          visit(std::move(next), known.procs);
        } while (chooser.advance());
      }
    }
    return result_;
  }

 private:
  using Procs = std::vector<ir::ProcId>;  // what each thread runs or ran
  struct Known {
    interp::State state;
    Procs procs;
  };

  static interp::Options options() {
    interp::Options result;
    result.bounds.range_values = 1 << 20;
    return result;
  }

  void visit(interp::State state, Procs procs) {
    for (std::size_t i = procs.size(); i < state.threads.size(); ++i) {
      procs.push_back(state.threads[i].frames.front().proc);
    }
    if (state.violation || state.outcome == interp::Outcome::Discarded) return cut(state);
    if (!seen_.insert(describe(state, procs)).second) return;
    ++result_.states;
    if (state.outcome == interp::Outcome::Finished) ++result_.ended;
    if (count_if_ && count_if_(state)) ++result_.counted;
    if (interp::outcome(model_, state) == interp::Outcome::Violated) result_.deadlock = true;
    queue_.push_back({std::move(state), std::move(procs)});
  }

  void cut(const interp::State& state) {
    if (!state.violation) {
      result_.discarded = true;
    } else if (state.violation->kind == verdict::ViolationKind::Error) {
      result_.error = true;
    } else if (state.violation->kind == verdict::ViolationKind::Limit) {
      result_.limit = true;
    } else {
      result_.assertions.insert(state.violation->span.begin);
    }
  }

  static std::string thread_name(const Procs& procs, std::size_t index) {
    auto begin = procs.begin();
    auto at = begin + static_cast<std::ptrdiff_t>(index);
    return fmt::format("{}/{}", at->index(), std::count(begin, at, *at));
  }

  std::string value(const interp::State& state, const Procs& procs, const interp::Value& v) const {
    if (const auto* thread = std::get_if<interp::ThreadId>(&v)) {
      return thread_name(procs, thread->index());
    }
    return interp::show(model_.program(), state, v);
  }

  std::string waiters(const Procs& procs,
                      const std::map<interp::ThreadId, std::uint32_t>& all) const {
    std::set<std::string> names;
    for (auto [thread, depth] : all) {
      names.insert(fmt::format("{}*{}", thread_name(procs, thread.index()), depth));
    }
    return fmt::format("{}", fmt::join(names, ","));
  }

  std::string describe(const interp::State& state, const Procs& procs) const {
    std::set<std::string> parts;
    for (std::size_t i = 0; i < state.globals.size(); ++i) {
      parts.insert(fmt::format("global {} {}", i, value(state, procs, state.globals[i])));
    }
    for (std::size_t i = 0; i < state.heap.size(); ++i) {
      std::string text = interp::name_of(model_.program(), state, interp::ObjectId(i));
      for (const auto& slot : state.heap[i].slots) text += " " + value(state, procs, slot);
      parts.insert(std::move(text));
    }
    for (std::size_t i = 0; i < state.threads.size(); ++i) {
      const interp::Thread& thread = state.threads[i];
      std::string text = "thread " + thread_name(procs, i);
      if (thread.exception) text += " throws";
      if (!thread.has_ended()) {
        text += fmt::format(" at {}", thread.frames.front().at.index());
        for (const auto& local : thread.frames.front().locals) {
          text += " " + value(state, procs, local);
        }
      }
      parts.insert(std::move(text));
    }
    for (const auto& [key, lock] : state.locks) {
      bool monitor = lock.holder == interp::Lock::Holder::Monitor;
      parts.insert(fmt::format(
          "{} {} {} {} waits {} notified {}", interp::show(model_, state, key.place()),
          static_cast<int>(lock.holder), monitor ? thread_name(procs, lock.owner.index()) : "",
          lock.depth, waiters(procs, lock.waiting), waiters(procs, lock.notified)));
    }
    return fmt::format("{}", fmt::join(parts, "\n"));
  }

  interp::Model model_;
  interp::System system_;
  Condition count_if_;
  InterpStates result_;
  std::set<std::string> seen_;
  std::deque<Known> queue_;
};

}  // namespace support
