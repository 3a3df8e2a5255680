// The specification patterns of Dwyer, Avrunin and Corbett, "Patterns in Property
// Specifications for Finite-State Verification" (ICSE 1999), with their scopes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "logic/ltl/syntax.h"

namespace ltl {

enum class Pattern : std::uint8_t {
  Absent,
  Exists,
  AtMost,  // bounded existence
  Always,
  Precedes,
  Responds,
  ChainPrecedes,  // s then t precede p: operands s, t, p
  PrecedesChain,  // p precedes s then t: operands p, s, t
  ChainResponds,  // s then t respond to p: operands s, t, p
  RespondsChain,  // p responds to s then t: operands p, s, t
};
enum class Scope : std::uint8_t { Globally, Before, After, Between, Until };

struct PatternUse {
  Pattern pattern{};
  std::int64_t bound = 0;  // AtMost
  // In the order in which the words of the pattern read.
  std::vector<SyntaxPtr> operands;
};

constexpr std::int64_t kMostOccurrences = 16;

// The pattern of that name, without chains.
std::optional<Pattern> find_pattern(std::string_view word);
std::optional<Scope> find_scope(std::string_view word);
std::size_t operand_count(Pattern pattern);
std::size_t operand_count(Scope scope);  // without the pattern

// The formula that the pattern means in the scope with these limits.
SyntaxPtr expand(const PatternUse& use, Scope scope, const std::vector<SyntaxPtr>& limits,
                 base::Span span);

}  // namespace ltl
