#include "interp/system.h"

#include "base/check.h"
#include "interp/accesses.h"
#include "interp/draw.h"
#include "interp/enabled.h"
#include "interp/encode.h"
#include "interp/failure.h"

namespace interp {

std::unique_ptr<ts::State> System::initial(ts::Chooser& chooser) const {
  if (inputs_) {
    auto state = std::make_unique<State>(inputs_->heap);
    start(model_, *state, inputs_->args);
    return state;
  }
  auto state = std::make_unique<State>();
  // Types without a value, or globals that do not fit their range: no execution.
  auto refuse = [&](ts::Outcome outcome, const std::string& what) {
    state->outcome = outcome;
    state->reason = what;
    state->threads.resize(1);
  };
  try {
    *state = empty_state(model_);
    std::vector<Value> args = draw_inputs(model_, *state, chooser);
    start(model_, *state, std::move(args));
  } catch (const UndefinedOperation& failure) {
    refuse(ts::Outcome::Discarded, failure.what);
  } catch (const BoundExceeded& failure) {
    refuse(ts::Outcome::Exhausted, failure.what);
  } catch (const ResourceExhausted& failure) {
    refuse(ts::Outcome::Exhausted, failure.what);
  }
  return state;
}

std::vector<ThreadId> System::enabled(const ts::State& state) const {
  return enabled_threads(model_, of(state));
}

ts::Outcome System::outcome(const ts::State& state) const {
  return interp::outcome(model_, of(state));
}

std::size_t System::thread_count(const ts::State& state) const { return of(state).threads.size(); }

ts::Accesses System::accesses(const ts::State& state, ThreadId thread) const {
  return declared_accesses(model_, of(state), thread);
}

bool System::is_invisible(const ts::State& state, ThreadId thread) const {
  return interp::is_invisible(model_, of(state), thread);
}

void System::step(ts::State& state, ThreadId thread, ts::Chooser& chooser) const {
  traced_step(of(state), thread, chooser);
}

Effects System::traced_step(State& state, ThreadId thread, ts::Chooser& chooser) const {
  if (!model_.options().check_accesses) return interp::step(model_, state, thread, chooser);
  ts::Accesses declared = declared_accesses(model_, state, thread);
  Effects effects = interp::step(model_, state, thread, chooser);
  const ts::Access* missing = ts::find_undeclared(declared, effects.touched);
  CHECK(!missing, "a step of thread {} in {} did not declare: {}", ts::printed(thread),
        model_.proc(effects.proc).name, show(model_, state, *missing));
  return effects;
}

std::string System::encode(const ts::State& state) const {
  return interp::encode(model_, of(state));
}

}  // namespace interp
