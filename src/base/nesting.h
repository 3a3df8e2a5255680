// Keeps a recursive parser from using up the stack on deeply nested text: each production that
// recurses holds a level while it works. What happens beyond the limit is up to the parser.
#pragma once

#include <cstdint>

namespace base {

class NestingLevel {
 public:
  NestingLevel(std::uint32_t& depth, std::uint32_t most) : depth_(depth), fits_(++depth <= most) {}
  ~NestingLevel() { --depth_; }
  NestingLevel(const NestingLevel&) = delete;
  NestingLevel& operator=(const NestingLevel&) = delete;

  bool fits() const { return fits_; }

 private:
  std::uint32_t& depth_;
  bool fits_;
};

}  // namespace base
