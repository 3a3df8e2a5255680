// Programs of dynamic logic to IR: what runs a PL program in every engine.
// docs/language/pl.md, section "Lowering", says what becomes what.
#pragma once

#include <optional>

#include "base/diag/diagnostic.h"
#include "ir/program.h"
#include "logic/dl/program.h"

namespace pl {

struct LowerOptions {
  ir::IntMode int_mode = ir::IntMode::Math;
};

// The procedure that starts the processes: the entry.
constexpr const char* kMain = "main";

// The entry of the program is set. Reports what cannot be executed; nullopt if anything.
std::optional<ir::Program> lower(const dl::Program& program, const LowerOptions& options,
                                 diag::Sink& sink);

}  // namespace pl
