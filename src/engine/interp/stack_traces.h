// Stack traces of exceptions that are objects, as their languages print them: the calls that were
// open when the object was made. Kept beside an execution, not in its states.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/interp/state.h"
#include "engine/interp/step.h"

namespace interp {

class StackTraces {
 public:
  explicit StackTraces(const Model& model) : model_(model) {}

  // Call it for each step, with the states around it.
  void observe(const State& before, const State& after, ThreadId thread, const Effects& effects);
  // The exception that the thread of the violation threw last, and its causes.
  std::vector<verdict::Thrown> thrown(const State& last, const verdict::Violation& violation) const;

 private:
  using Frames = std::vector<verdict::StackFrame>;

  Frames frames_of(const Thread& thread, base::Span span) const;
  verdict::Thrown describe(const State& state, ObjectId id) const;
  std::optional<ObjectId> cause_of(const Object& exception) const;

  const Model& model_;
  std::map<ObjectId, Frames> made_;         // by exception
  std::map<ThreadId, ObjectId> in_flight_;  // the last exception of each thread
};

}  // namespace interp
