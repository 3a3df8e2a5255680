// What loads and tests read, compared between steps of one activation.
#pragma once

#include "ir/program.h"

namespace pass {

// The action reads a field, an element or a global.
bool is_load(const ir::Action& action);
// Of a load: the variable is written before there is a second thread, and never after.
bool is_constant(const ir::Program& program, const ir::Action& load);
// The expressions have the same value wherever the locals have. False may also mean: not known.
bool is_same(const ir::Program& program, ir::ExprId a, ir::ExprId b);
// Two loads of one variable, tests of one monitor or of one thread.
bool is_same_place(const ir::Program& program, const ir::Action& a, const ir::Action& b);

}  // namespace pass
