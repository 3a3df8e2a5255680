// Values of the interpreter.
#pragma once

#include <string>
#include <variant>

#include "base/integer.h"
#include "engine/interp/access.h"
#include "ir/type.h"

namespace interp {

// Integers of every kind share one alternative, as in ir::Constant. References to
// records and fixed arrays that are embedded in a variable are object references
// that never change.
using Value = std::variant<ir::NullValue, bool, base::Integer, double, char32_t, std::string,
                           ObjectId, ThreadId>;

Value from_constant(const ir::Constant& constant);

inline bool is_null(const Value& value) { return std::holds_alternative<ir::NullValue>(value); }

// Shortest text that reads back as the same number, always with a point or an
// exponent: "1.5", "2.0", "inf". Of a single the digits that tell it from other singles.
std::string show_float(double value, bool is_single = false);

}  // namespace interp
