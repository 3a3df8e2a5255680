// Hashes that tell events and executions of the interpreter apart: 128 bits make it certain enough
// that different ones differ.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/interp/state.h"

namespace concurrent {

struct Hash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend auto operator<=>(const Hash&, const Hash&) = default;
  Hash operator+(const Hash& other) const { return {low + other.low, high + other.high}; }
};

// The finaliser of SplitMix64.
std::uint64_t mixed(std::uint64_t x);
Hash hash_of(std::uint64_t x, const Hash& rest);

// The n-th child of its parent, and so on up to the first thread.
std::uint64_t name_of(const interp::State& state, interp::ThreadId thread);
// The thread that a `notify` between the two states woke up.
interp::ThreadId woken(const interp::State& before, const interp::State& after);

}  // namespace concurrent
