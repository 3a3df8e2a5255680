// The specification patterns of Dwyer, Avrunin and Corbett, "Patterns in Property
// Specifications for Finite-State Verification" (ICSE 1999), with their scopes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "logic/ltl/syntax.h"

namespace ltl {

enum class Pattern : std::uint8_t { Absent, Exists, Always, Precedes, Responds };
enum class Scope : std::uint8_t { Globally, Before, After, Between, Until };

std::optional<Pattern> find_pattern(std::string_view word);
std::optional<Scope> find_scope(std::string_view word);
std::size_t operand_count(Pattern pattern);
std::size_t operand_count(Scope scope);  // without the pattern

// The formula that the pattern means in the scope. Precedes and Responds: first the event
// that comes first or answers, then the other one, as their names read.
SyntaxPtr expand(Pattern pattern, const std::vector<SyntaxPtr>& operands, Scope scope,
                 const std::vector<SyntaxPtr>& limits, base::Span span);

}  // namespace ltl
