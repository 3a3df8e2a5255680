// Fingerprints of traces and states: 128 bits that are equal for equal ones, and for
// others only by an accident of chance 2^-128 for each pair.
#pragma once

#include <compare>
#include <cstdint>

namespace por {

struct Hash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  // Order matters.
  void mix(std::uint64_t value) {
    high = scramble(high ^ (value + 0x9e3779b97f4a7c15U));
    low = scramble(low * 0xd6e8feb86659fd93U + value + 0x2545f4914f6cdd1dU);
  }
  void mix(const Hash& other) {
    mix(other.high);
    mix(other.low);
  }
  // Order does not matter.
  void add(const Hash& other) {
    high += other.high;
    low += other.low;
  }
  friend bool operator==(const Hash&, const Hash&) = default;
  friend auto operator<=>(const Hash&, const Hash&) = default;

 private:
  static std::uint64_t scramble(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }
};

struct HashOfHash {
  std::size_t operator()(const Hash& h) const { return h.low; }
};

}  // namespace por
