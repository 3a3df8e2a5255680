// What the reference interpreter says about a small finite program: all its states, and
// the ways in which its executions can be wrong.
#pragma once

#include <deque>
#include <set>
#include <string>

#include "engine/interp/enabled.h"
#include "engine/interp/system.h"
#include "result/verdict/verdict.h"

namespace reference {

struct Answer {
  std::size_t states = 0;  // that running or rightly finished executions reach
  std::set<verdict::ViolationKind> wrong;
  bool is_cut = false;  // there were too many states
};

inline Answer explore(const ir::Program& program, std::size_t most = 200'000) {
  interp::Options options;
  options.bounds.range_values = 1 << 20;
  interp::Model model(program, options);
  interp::System system(model);
  Answer answer;
  std::set<std::string> known;
  std::deque<interp::State> queue;
  auto visit = [&](interp::State state) {
    if (state.outcome != interp::Outcome::Running) {
      if (state.violation) answer.wrong.insert(state.violation->kind);
      return;
    }
    if (!known.insert(system.encode(state)).second) return;
    if (interp::outcome(model, state) == interp::Outcome::Violated) {
      answer.wrong.insert(verdict::ViolationKind::Deadlock);
    }
    queue.push_back(std::move(state));
  };
  interp::EnumeratingChooser none;
  visit(system.initial(none));
  while (!queue.empty()) {
    if (known.size() > most) {
      answer.is_cut = true;
      break;
    }
    interp::State state = std::move(queue.front());
    queue.pop_front();
    for (interp::ThreadId thread : system.enabled(state)) {
      interp::EnumeratingChooser chooser;
      do {
        interp::State next = state;
        system.step(next, thread, chooser);
        visit(std::move(next));
      } while (chooser.advance());
    }
  }
  answer.states = known.size();
  return answer;
}

}  // namespace reference
