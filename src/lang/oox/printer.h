// Pretty-printer: the one layout of OOX. Comments survive, blank lines between
// members and statements are kept (at most one), and formatting twice changes
// nothing.
#pragma once

#include <cstdint>
#include <string>

#include "base/source.h"
#include "lang/oox/symbols.h"

namespace oox {

// Which form of the bodies is printed: as they were written, or the long form (long_form.h).
enum class Form : std::uint8_t { Written, Long };

// The unit must have been parsed without errors, and for the long form checked.
std::string print(const base::Sources& sources, const Program& program, const Unit& unit,
                  Form form = Form::Written);

// One expression on a line, for messages and mutants: brackets are added where
// the tree needs them, and the nodes need no place in a source.
std::string print(const Program& program, const Expr& expr);

}  // namespace oox
