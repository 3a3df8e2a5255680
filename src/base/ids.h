// Typed 32-bit handles. Stores own; everyone else holds an id. An id of one kind
// never converts to another.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace base {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

  constexpr std::uint32_t index() const { return index_; }
  constexpr bool is_valid() const { return index_ != kNone; }
  constexpr explicit operator bool() const { return is_valid(); }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint32_t index_ = kNone;
};

}  // namespace base

template <class Tag>
struct std::hash<base::Id<Tag>> {
  std::size_t operator()(base::Id<Tag> id) const noexcept {
    return static_cast<std::size_t>(id.index()) * 0x9e3779b97f4a7c15ULL >> 16;
  }
};
