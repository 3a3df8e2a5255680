// The text of a floating-point number, as Java has it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ir {

inline constexpr std::string_view kTextDepends =
    "the text of a floating-point number that JDKs write differently";

// What Double.toString gives, or Float.toString if it is a single. Nothing: it depends on the JDK.
std::optional<std::string> text_of_float(double value, bool is_single);

}  // namespace ir
