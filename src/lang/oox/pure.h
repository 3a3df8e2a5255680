// Methods that conditions may call: those that only compute a result.
#pragma once

#include <vector>

#include "base/diag/diagnostic.h"
#include "lang/oox/symbols.h"

namespace oox {

// What objects of this class run, unless a target before it is about them.
struct Target {
  const ClassInfo* cls;
  const MethodInfo* method;
};

// What a call of the method by way of an object may run, subclasses before what they extend.
// Classes that run the same as the class above them are left out.
std::vector<Target> implementations(const Program& program, const MethodInfo* method);

// A call in a condition that is evaluated in one step.
struct PureCall {
  const Expr* call;
};

// Reports those that may do more than compute a result. The program has no errors.
void check_pure_calls(const Program& program, const std::vector<PureCall>& calls, diag::Sink& sink);

}  // namespace oox
