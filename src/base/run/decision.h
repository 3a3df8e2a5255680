// A path is its list of decisions: every source of nondeterminism is one of these,
// and taking the same decisions from the start reproduces the same path. The type
// lies this low because both systems (ts) and results (verdict) speak of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace run {

enum class DecisionKind : std::uint8_t {
#define DECISION(name, keyword) name,
#include "base/run/decisions.def"
#undef DECISION
};

inline constexpr std::size_t kDecisionKinds = 0
#define DECISION(name, keyword) +1
#include "base/run/decisions.def"
#undef DECISION
    ;

std::string_view keyword(DecisionKind kind);

// Alternative `chosen` of `count`, counted from 0. Choices with one alternative
// are no decisions and are never recorded.
struct Decision {
  DecisionKind kind{};
  std::uint32_t chosen = 0;
  std::uint32_t count = 0;
  // An arbitrary value that was told as it is, instead of one of a few alternatives: how
  // interp::parse_value reads it. Empty: an alternative was chosen.
  std::string value = {};

  friend bool operator==(const Decision&, const Decision&) = default;
};

using Decisions = std::vector<Decision>;

}  // namespace run
