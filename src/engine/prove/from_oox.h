// OOX methods as programs of dynamic logic, where they lie in the fragment: integers and
// booleans, static fields, calls that are not recursive (they are inlined), fork and join.
#pragma once

#include <optional>
#include <string>

#include "base/diag/diagnostic.h"
#include "lang/oox/symbols.h"
#include "logic/dl/program.h"

namespace prove {

// The program whose only process is the method called `name` ("Class.method"; empty: the only
// static `main`). The program must have been checked. Reports what lies outside of the
// fragment; nullopt if anything does.
std::optional<dl::Program> from_oox(const oox::Program& program, const std::string& name,
                                    diag::Sink& sink);

// The program as PL text that means the same.
std::string program_text(const dl::Program& program);

}  // namespace prove
