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

bool tests_free(const ir::Transition& transition) {
  return std::any_of(transition.reads.begin(), transition.reads.end(), [](const ir::Action& read) {
    const auto* test = std::get_if<ir::TestLock>(&read);
    return test && test->test == ir::LockTest::Available;
  });
}

bool tests_locks(const ir::Program& program) {
  auto is_test = [](const ir::Action& action) {
    const auto* test = std::get_if<ir::TestLock>(&action);
    return test && test->test != ir::LockTest::HasLock;
  };
  auto has_test = [&](const ir::Transition& t) {
    return std::any_of(t.reads.begin(), t.reads.end(), is_test) ||
           std::any_of(t.actions.begin(), t.actions.end(), is_test);
  };
  return std::any_of(program.procs.begin(), program.procs.end(), [&](const ir::Procedure& proc) {
    return std::any_of(proc.transitions.begin(), proc.transitions.end(), has_test);
  });
}

}  // namespace pass
