#include "ir/pass/shared_guards.h"

#include <algorithm>

namespace pass {

bool has_shared_guard(const ir::Transition& transition) {
  return std::any_of(transition.reads.begin(), transition.reads.end(), [](const ir::Action& read) {
    return !std::holds_alternative<ir::TestLock>(read);
  });
}

bool has_shared_guards(const ir::Program& program) {
  return std::any_of(program.procs.begin(), program.procs.end(), [](const ir::Procedure& proc) {
    return std::any_of(proc.transitions.begin(), proc.transitions.end(), has_shared_guard);
  });
}

}  // namespace pass
