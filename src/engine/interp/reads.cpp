#include "engine/interp/reads.h"

#include "base/check.h"
#include "engine/interp/failure.h"
#include "engine/interp/locks.h"

namespace interp {

namespace {

void touch(const Scope& scope, const Place& place, ir::AccessMode mode = {}) {
  if (scope.touched) scope.touched->push_back({AccessKind::Read, place, mode});
}

}  // namespace

Value read(const Scope& scope, const ir::LoadField& action) {
  ObjectId id = eval_object(scope, action.object);
  const Object& object = scope.state.object(id);
  std::size_t slot = slot_of(scope.model, object, action.field);
  bool is_constant = scope.model.program().field(action.field).sharing == ir::Sharing::Constant;
  if (!is_constant) touch(scope, Place::field_of(id, action.field), action.mode);
  return object.slots[slot];
}

Value read(const Scope& scope, const ir::LoadElement& action) {
  ObjectId id = eval_array(scope, action.array);
  const Object& array = scope.state.object(id);
  std::size_t index = checked_index(array, eval_integer(scope, action.index));
  touch(scope, Place::element_of(id, index), action.mode);
  return array.slots[index];
}

Value read(const Scope& scope, const ir::LoadGlobal& action) {
  bool is_constant = scope.model.program().global(action.global).sharing == ir::Sharing::Constant;
  if (!is_constant) touch(scope, Place::global_variable(action.global), action.mode);
  return scope.state.globals[action.global.index()];
}

Value read(const Scope& scope, const ir::TestLock& action, ThreadId self) {
  LockKey key = eval_lock(scope, action.lock);
  touch(scope, key.place());
  return test(scope.state, action.test, key, self);
}

Value read(const Scope& scope, const ir::TestThread& action) {
  ThreadId thread = eval_thread(scope, action.thread);
  touch(scope, Place::status_of(thread));
  return scope.state.thread(thread).has_ended();
}

void perform_reads(const Model& model, const State& state, ThreadId self, const ir::Procedure& proc,
                   const std::vector<ir::Action>& reads, std::vector<Value>& locals,
                   Accesses* touched) {
  for (const ir::Action& action : reads) {
    Scope scope{model, state, locals, touched};
    Value value = std::visit(
        [&](const auto& a) -> Value {
          if constexpr (requires { read(scope, a, self); }) {
            return read(scope, a, self);
          } else if constexpr (requires { read(scope, a); }) {
            return read(scope, a);
          } else {
            UNREACHABLE("the read part of a transition contains another action");
          }
        },
        action);
    ir::LocalId target = ir::written_local(action);
    locals[target.index()] = converted(model.program(), std::move(value), proc.local(target).type);
  }
}

}  // namespace interp
