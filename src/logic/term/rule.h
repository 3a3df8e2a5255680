// The rules that simplify terms on construction. Each has a name, so that tests can
// ask whether it was used (Terms::applied).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace term {

enum class Rule : std::uint8_t {
#define RULE(name, before, after) name,
#include "logic/term/rules.def"
#undef RULE
};

inline constexpr std::size_t kRuleCount = 0
#define RULE(name, before, after) +1  // NOLINT: a sum
#include "logic/term/rules.def"
#undef RULE
    ;

std::string_view name(Rule rule);

}  // namespace term
