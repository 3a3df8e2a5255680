// Guards that depend on variables that threads share, as that of PL's `await` does: other
// threads enable and disable such a transition.
#pragma once

#include "ir/program.h"

namespace pass {

// Some read of the transition is more than a test of a lock.
bool has_shared_guard(const ir::Transition& transition);
bool has_shared_guards(const ir::Program& program);
// Some transition asks who holds a lock, or for notifications, without taking it. What it holds
// itself, a thread knows.
bool tests_locks(const ir::Program& program);
// A guard may be about whether the thread could enter a monitor.
bool tests_free(const ir::Transition& transition);

}  // namespace pass
