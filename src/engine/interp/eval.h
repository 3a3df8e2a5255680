// Evaluation of expressions. They are pure; quantifiers and the reads of contracts see the heap.
#pragma once

#include "engine/interp/state.h"

namespace interp {

// Where an expression is evaluated.
struct Scope {
  const Model& model;
  const State& state;
  const std::vector<Value>& locals;
  Accesses* touched = nullptr;  // receives what expressions read
};

// Each throws UndefinedOperation if the expression has no value of that kind.
Value eval(const Scope& scope, ir::ExprId expr);
bool eval_bool(const Scope& scope, ir::ExprId expr);
base::Integer eval_integer(const Scope& scope, ir::ExprId expr);
ObjectId eval_object(const Scope& scope, ir::ExprId expr);  // not null
ThreadId eval_thread(const Scope& scope, ir::ExprId expr);
LockKey eval_lock(const Scope& scope, const ir::LockPlace& place);

// A contract clause: undefinedness counts as false.
bool holds(const Scope& scope, ir::ExprId condition);

// The element's position; throws if it is out of bounds.
std::size_t checked_index(const Object& array, const base::Integer& index);
// The array that the expression denotes; throws if it is null or no array.
ObjectId eval_array(const Scope& scope, ir::ExprId expr);

}  // namespace interp
