// A checked OOX program to IR. What each construct becomes is described in
// docs/language/oox.md, section "Lowering".
#pragma once

#include "ir/program.h"
#include "lang/oox/symbols.h"

namespace oox {

struct LowerOptions {
  ir::IntMode int_mode = ir::IntMode::Math;
};

// The program's entry is left unset: the pipeline chooses it.
ir::Program lower(const Program& program, const LowerOptions& options);

}  // namespace oox
