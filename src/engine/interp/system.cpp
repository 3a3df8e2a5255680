#include "engine/interp/system.h"

#include "base/check.h"
#include "engine/interp/accesses.h"
#include "engine/interp/draw.h"
#include "engine/interp/enabled.h"
#include "engine/interp/encode.h"
#include "engine/interp/failure.h"

namespace interp {

State System::initial(Chooser& chooser) const {
  if (inputs_) {
    State state = inputs_->heap;
    start(model_, state, inputs_->args);
    return state;
  }
  State state;
  // Types without a value, or globals that do not fit their range: no execution.
  auto refuse = [&](Outcome outcome, const std::string& what) {
    state.outcome = outcome;
    state.reason = what;
    state.threads.resize(1);
  };
  try {
    state = empty_state(model_);
    std::vector<Value> args = draw_inputs(model_, state, chooser);
    start(model_, state, std::move(args));
  } catch (const UndefinedOperation& failure) {
    refuse(Outcome::Discarded, failure.what);
  } catch (const BoundExceeded& failure) {
    refuse(Outcome::Exhausted, failure.what);
  } catch (const ResourceExhausted& failure) {
    refuse(Outcome::Exhausted, failure.what);
  }
  return state;
}

std::vector<ThreadId> System::enabled(const State& state) const {
  return enabled_threads(model_, state);
}

Outcome System::outcome(const State& state) const { return interp::outcome(model_, state); }

Accesses System::accesses(const State& state, ThreadId thread) const {
  return declared_accesses(model_, state, thread);
}

bool System::is_invisible(const State& state, ThreadId thread) const {
  return interp::is_invisible(model_, state, thread);
}

Effects System::step(State& state, ThreadId thread, Chooser& chooser) const {
  if (!model_.options().check_accesses) return interp::step(model_, state, thread, chooser);
  Accesses declared = declared_accesses(model_, state, thread);
  Effects effects = interp::step(model_, state, thread, chooser);
  const Access* missing = find_undeclared(declared, effects.touched);
  CHECK(!missing, "a step of thread {} in {} did not declare: {}", printed(thread),
        model_.proc(effects.proc).name, show(model_, state, *missing));
  return effects;
}

std::string System::encode(const State& state) const { return interp::encode(model_, state); }

}  // namespace interp
