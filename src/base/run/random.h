// A small deterministic random number generator (SplitMix64): the same seed gives
// the same numbers on every machine, which the standard library does not promise
// for its distributions.
#pragma once

#include <cstdint>

#include "base/check.h"

namespace run {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // Uniform in [0, bound): numbers from the incomplete last block are drawn again.
  std::uint64_t below(std::uint64_t bound) {
    CHECK(bound > 0, "a random number below zero");
    std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
    for (;;) {
      std::uint64_t drawn = next();
      if (drawn >= surplus) return drawn % bound;
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace run
