// Which actions cannot fail. In programs that front ends lower, only a store can: it may leave a
// range (ir::Program::is_guarded). In others the conjuncts of the transition's guard are looked
// at; a program written by hand may rely on more, and then the answer is no.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace pass {

// Neither a null reference, an index, a divisor, a cast, a size nor an unsigned integer
// below zero can make the action, one of the transition's, undefined, and it does not leave
// a range.
bool is_safe(const ir::Program& program, const ir::Procedure& proc, const ir::Transition& t,
             const ir::Action& action);
// The expression is defined and not null in the last action of the transition.
bool is_not_null(const ir::Program& program, const ir::Procedure& proc, const ir::Transition& t,
                 ir::ExprId expr);
// It is defined under no condition at all.
bool is_total(const ir::Program& program, ir::ExprId expr);

// Every value of the expression lies between the two, judged by the types of variables.
bool lies_within(const ir::Program& program, ir::ExprId value, std::int64_t low, std::int64_t high);
// A variable of the type, a range or an enumeration, can hold every value of the expression.
bool may_hold(const ir::Program& program, const ir::Type& type, ir::ExprId value);

}  // namespace pass
