// What a step touches of the state that threads share, packed: reductions compare
// these by the million.
#pragma once

#include <cstdint>

#include "base/small_vector.h"
#include "engine/interp/access.h"
#include "ir/program.h"

namespace por {

// What is known of the terms in footprints. Two events are compared in many executions, and in
// each of them the answer has to be the same, so that it rests on what holds in all of them.
class Equality {
 public:
  Equality() = default;
  Equality(const Equality&) = delete;
  Equality& operator=(const Equality&) = delete;
  virtual ~Equality() = default;

  // Whether two indices (Access::index) can be one number. At least one of them is a term.
  virtual bool may_be_equal(std::uint32_t a, std::uint32_t b) = 0;
  // Whether two terms are always one value.
  virtual bool are_equal(std::uint32_t a, std::uint32_t b) = 0;
};

// One access: its kind, the kind of its place, and which one, in a word; and what it writes, where
// that counts.
class Access {
 public:
  // All elements of an array, when the index is not known.
  static constexpr std::uint32_t kAny = (1U << 30) - 1;
  // The index of an element that is a term. kAny if its number does not fit.
  static std::uint32_t unknown_index(std::size_t term) {
    return term < kUnknown - 1 ? kUnknown | static_cast<std::uint32_t>(term) : kAny;
  }
  static bool is_unknown(std::uint32_t index) { return (index & kUnknown) != 0 && index != kAny; }
  static std::uint32_t term_of(std::uint32_t index) { return index & ~kUnknown; }

  Access() = default;
  Access(interp::AccessKind kind, interp::PlaceKind place, std::uint32_t object = 0,
         std::uint32_t index = 0)
      : bits_(static_cast<std::uint64_t>(kind) | static_cast<std::uint64_t>(place) << 2 |
              static_cast<std::uint64_t>(object & ((1U << 28) - 1)) << 6 |
              static_cast<std::uint64_t>(index < kAny ? index : kAny) << 34) {}
  // Of an element with a known index.
  static std::uint32_t known_index(std::size_t index) {
    return index < kUnknown ? static_cast<std::uint32_t>(index) : kAny;
  }

  interp::AccessKind kind() const { return static_cast<interp::AccessKind>(bits_ & 3); }
  interp::PlaceKind place() const { return static_cast<interp::PlaceKind>(bits_ >> 2 & 15); }
  std::uint32_t object() const { return static_cast<std::uint32_t>(bits_ >> 6) & ((1U << 28) - 1); }
  std::uint32_t index() const { return static_cast<std::uint32_t>(bits_ >> 34); }
  // A lock is given up, in an order between threads. It conflicts with nothing.
  static Access release_of(std::uint32_t object) {
    return {interp::AccessKind::Read, interp::PlaceKind::Lock, object, 1};
  }
  bool is_release() const { return place() == interp::PlaceKind::Lock && index() == 1; }
  // A field, an element or a global.
  bool is_data() const {
    return place() == interp::PlaceKind::Field || place() == interp::PlaceKind::Element ||
           place() == interp::PlaceKind::Global;
  }
  std::uint64_t bits() const { return bits_; }

  // Of data. Of a lock: Acquire if it is taken, with an order between threads.
  Access in_mode(ir::AccessMode mode) const {
    Access result = *this;
    result.mode_ = mode;
    return result;
  }
  ir::AccessMode mode() const { return mode_; }
  bool is_atomic() const { return ir::is_atomic(mode_); }

  // A write that does nothing but to set data to this value, a term: the order of two that write
  // the same does not matter.
  Access writing(std::size_t term) const {
    Access result = *this;
    result.written_ = static_cast<std::uint32_t>(term) + 1;
    return result;
  }
  bool has_value() const { return written_ != 0; }
  std::uint32_t value() const { return written_ - 1; }  // the term

  bool same_place(Access other) const { return bits_ >> 2 == other.bits_ >> 2; }
  // Elements of one array whose indices may be equal. Null: nothing is known of terms.
  bool may_be_same_element(Access other, Equality* equality) const;
  // Accesses that conflict have a bit in common.
  std::uint64_t mask() const {
    if (place() == interp::PlaceKind::Everything) return ~std::uint64_t{0};
    std::uint64_t where =
        place() == interp::PlaceKind::Element ? bits_ & ((1ULL << 34) - 1) : bits_;
    return std::uint64_t{1} << ((where >> 2) * 0x9e3779b97f4a7c15U >> 58);
  }
  friend bool operator==(Access, Access) = default;

 private:
  static constexpr std::uint32_t kUnknown = 1U << 29;  // the index is not a number

  std::uint64_t bits_ = 0;
  std::uint32_t written_ = 0;  // 1 + the term; 0: unknown, or it does more than that
  ir::AccessMode mode_ = ir::AccessMode::Plain;
};

// The order of the two can matter.
bool conflict(Access a, Access b, Equality* equality = nullptr);

class Footprint {
 public:
  void add(Access access);
  void add(const Footprint& other);
  bool empty() const { return accesses_.empty(); }
  std::uint64_t mask() const { return mask_; }  // of all accesses
  const Access* begin() const { return accesses_.begin(); }
  const Access* end() const { return accesses_.end(); }

 private:
  base::SmallVector<Access, 4> accesses_;
  std::uint64_t mask_ = 0;
};

bool conflict(const Footprint& a, const Footprint& b, Equality* equality = nullptr);
// They access one field, element or global variable, one of them writes it, whatever it is, and
// one of them is plain.
bool conflict_on_data(const Footprint& a, const Footprint& b);

}  // namespace por
