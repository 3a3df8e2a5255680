// A concrete state as text: what the stepper shows of it.
#pragma once

#include <string>
#include <string_view>

#include "base/source.h"
#include "engine/interp/state.h"

namespace stepper {

struct StateView {
  const interp::Model& model;
  const interp::State& state;
  const base::Sources& sources;

  // Each returns lines with a line break at their end.

  // Every thread: where it stands, whether it can move, what it waits for.
  std::string threads() const;
  // The calls of a thread, the running one first.
  std::string stack(interp::ThreadId thread) const;
  // The variables of the running call of a thread that have been declared.
  std::string locals(interp::ThreadId thread) const;
  std::string globals() const;
  // The objects that variables refer to, directly or not.
  std::string heap() const;
  // Locks that are held or waited for.
  std::string locks() const;
  // A variable of the thread, a static field, an object by its name, and what
  // selectors lead to from there: `n`, `list.next.value`, `Node#2`, `a[i]`, `C.f`.
  std::string value(interp::ThreadId thread, std::string_view path) const;

  // The statement that the thread runs next; invalid if it has ended.
  base::Span next_statement(interp::ThreadId thread) const;
};

}  // namespace stepper
