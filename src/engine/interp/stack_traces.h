// Stack traces of exceptions that are objects, as their languages print them: the calls that were
// open when the object was made; and of accesses that race. Kept beside an execution, not in its
// states.
#pragma once

#include <map>
#include <optional>
#include <tuple>
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
  // Adds to the two accesses of a race the calls that were open.
  void tell_accesses(verdict::Violation& violation) const;

 private:
  using Frames = std::vector<verdict::StackFrame>;

  void note_access(const State& before, ThreadId thread, const Effects& effects);
  Frames frames_of(const Thread& thread, base::Span span) const;
  verdict::Thrown describe(const State& state, ObjectId id) const;
  std::optional<ObjectId> cause_of(const Object& exception) const;

  const Model& model_;
  std::map<ObjectId, Frames> made_;         // by exception
  std::map<ThreadId, ObjectId> in_flight_;  // the last exception of each thread
  // Of the last access by a thread at each statement.
  using Statement = std::tuple<ThreadId, base::FileId, std::uint32_t>;
  std::map<Statement, Frames> accesses_;
};

}  // namespace interp
