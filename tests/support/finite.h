// Finite models of OOX text, and their executions, for tests.
#pragma once

#include <string>

#include "certify/certify.h"
#include "engine/interp/explore.h"
#include "engine/interp/system.h"
#include "ir/pass/finite.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "result/verdict/claim.h"
#include "support/oox.h"

namespace support {

// A program with its entry (if empty: its `main`), prepared as the pipeline does it.
struct Prepared : Oox {
  Prepared(const std::string& text, const std::string& entry, ir::IntMode mode = ir::IntMode::Math)
      : Oox(text, mode) {
    program.entry = program.find_proc(entry);
    for (std::size_t i = 0; entry.empty() && i < program.procs.size(); ++i) {
      if (program.procs[i].name.ends_with(".main")) program.entry = ir::ProcId(i);
    }
    EXPECT_TRUE(program.entry.is_valid()) << "no procedure " << entry;
    pass::annotate_liveness(program);
    pass::mark_visibility(program);
  }
};

// A program, and its finite model.
struct Finite : Prepared {
  pass::FiniteModel model;

  Finite(const std::string& text, const std::string& entry, const pass::FiniteBounds& bounds = {},
         ir::IntMode mode = ir::IntMode::Math)
      : Prepared(text, entry, mode) {
    if (!program.entry) return;
    auto made = pass::finitise(program, bounds);
    EXPECT_TRUE(made.has_value()) << made.error().what;
    if (made) model = std::move(*made);
  }

  bool has_note(const std::string& text) const {
    for (const pass::FiniteNote& note : model.notes) {
      if (note.what == text) return true;
    }
    return false;
  }

  const ir::Procedure& thread(const std::string& name) const {
    ir::ProcId id = model.program.find_proc(name);
    EXPECT_TRUE(id.is_valid()) << "no thread " << name;
    return model.program.proc(id);
  }
};

// How many actions of this kind the procedure has.
template <class Action>
std::size_t count(const ir::Procedure& proc) {
  std::size_t found = 0;
  for (const ir::Transition& t : proc.transitions) {
    for (const ir::Action& a : t.actions) found += std::holds_alternative<Action>(a) ? 1 : 0;
  }
  return found;
}

// All executions of a finite model; a bound that is exceeded ends an execution.
inline verdict::Result explore_model(const ir::Program& program, std::uint64_t steps = 50'000) {
  interp::Options options;
  options.bounds.range_values = INT32_MAX;
  interp::Model model(program, options);
  run::Run run({.seconds = {}, .memory_bytes = {}, .steps = steps});
  interp::ExploreOptions explore;
  explore.match_states = true;
  explore.use_invisible = true;
  explore.bounded = true;
  return interp::explore(run, model, std::move(explore));
}

// The steps of the execution with these decisions.
inline verdict::Claim claim_of(const ir::Program& program, const run::Decisions& decisions) {
  interp::Options options;
  options.bounds.range_values = INT32_MAX;
  interp::Model model(program, options);
  interp::System system(model);
  interp::ReplayChooser replay(decisions);
  interp::State state = system.initial(replay);
  verdict::Claim claim;
  for (;;) {
    auto enabled = system.enabled(state);
    if (enabled.empty()) return claim;
    auto thread = enabled[replay.choose(run::DecisionKind::Schedule, enabled.size())];
    interp::RecordingChooser recorder(replay);
    auto effects = system.step(state, thread, recorder);
    verdict::Step step{thread.index(), effects.proc, effects.transition};
    for (const run::Decision& d : recorder.decisions()) {
      if (d.kind != run::DecisionKind::Branch) step.choices.push_back(d.chosen);
    }
    claim.steps.push_back(std::move(step));
  }
}

}  // namespace support
