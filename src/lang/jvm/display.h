// What reports know of Java: texts are shown as texts, threads by their names, classes without
// their packages where that is clear.
#pragma once

#include "ir/program.h"

namespace jvm {

// Call it when the program has all its classes and fields.
void set_display(ir::Program& program);

}  // namespace jvm
