// Follows variables of a finite model up to an abstraction of their data
// (FiniteBounds::abstractions). What the abstraction does not decide becomes an internal choice:
// which part of the integers a result lies in, whether an assertion holds, whether a branch is
// taken.
#pragma once

#include "ir/pass/finite.h"
#include "ir/program.h"

namespace pass {

// Throws Infinite (inline.h) where a thread would wait for a condition over an abstracted variable.
void abstract_data(const ir::Program& source, const FiniteBounds& bounds, FiniteModel& model);

// The names among the abstractions that are no integer variables of the program.
std::vector<std::string> unknown_abstractions(const ir::Program& program,
                                              const FiniteBounds& bounds);

// The action is a choice that the abstraction has added: the program has none there.
bool is_added_choice(const ir::Procedure& proc, const ir::Action& action);

}  // namespace pass
