// Data abstraction: an integer variable is followed up to the part of the integers that it lies in
// (Iosif, Dwyer and Hatcliff, section 2; Dwyer et al., "Tool-supported program abstraction for
// finite-state verification", ICSE 2001).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pass {

// A part of the integers. In a model `code` stands for it, which is one of its members.
struct Region {
  std::optional<std::int64_t> low;  // the least member; nothing: there is none
  std::optional<std::int64_t> high;
  std::int64_t code = 0;

  bool is_single() const { return low && high && *low == *high; }
};

class Abstraction {
 public:
  // `signs`, `parity`, `range(0,7)`: below, each of them, above; `points(0,10)`: each of them, and
  // the parts between. Nothing if it is none of these.
  static std::optional<Abstraction> parse(std::string_view text);

  const std::string& text() const { return text_; }
  // The parts are the even and the odd numbers, with the codes 0 and 1, and not intervals.
  bool is_parity() const { return is_parity_; }
  const std::vector<Region>& regions() const { return regions_; }  // ascending
  std::int64_t least() const { return regions_.front().code; }
  std::int64_t greatest() const { return regions_.back().code; }
  std::int64_t code_of(std::int64_t value) const;

  friend bool operator==(const Abstraction& a, const Abstraction& b) { return a.text_ == b.text_; }

 private:
  std::string text_;
  bool is_parity_ = false;
  std::vector<Region> regions_;
};

}  // namespace pass
