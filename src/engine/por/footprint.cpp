#include "engine/por/footprint.h"

#include <algorithm>

namespace por {

namespace {

bool order_matters(interp::AccessKind a, interp::AccessKind b) {
  if (a == interp::AccessKind::Read && b == interp::AccessKind::Read) return false;
  return !(a == interp::AccessKind::Add && b == interp::AccessKind::Add);
}

}  // namespace

bool Access::may_be_same_element(Access other, Equality* equality) const {
  if (place() != interp::PlaceKind::Element || other.place() != interp::PlaceKind::Element)
    return false;
  if (object() != other.object()) return false;
  std::uint32_t a = index();
  std::uint32_t b = other.index();
  if (a == b || a == kAny || b == kAny) return true;
  if (!is_unknown(a) && !is_unknown(b)) return false;
  return !equality || equality->may_be_equal(a, b);
}

namespace {

// Both touch one place, and one of them changes it.
bool meet(Access a, Access b, Equality* equality) {
  if (!order_matters(a.kind(), b.kind())) return false;
  if (a.same_place(b)) return true;
  if (a.place() == interp::PlaceKind::Everything || b.place() == interp::PlaceKind::Everything)
    return true;
  return a.may_be_same_element(b, equality);
}

bool write_the_same(Access a, Access b, Equality* equality) {
  if (!a.has_value() || !b.has_value()) return false;
  return a.value() == b.value() || (equality && equality->are_equal(a.value(), b.value()));
}

}  // namespace

bool conflict(Access a, Access b, Equality* equality) {
  return meet(a, b, equality) && !write_the_same(a, b, equality);
}

void Footprint::add(Access access) {
  std::uint64_t mask = access.mask();
  bool may_be_known = (mask_ & mask) != 0;
  if (may_be_known && std::find(begin(), end(), access) != end()) return;
  accesses_.push_back(access);
  mask_ |= mask;
}

void Footprint::add(const Footprint& other) {
  if (empty()) {
    *this = other;
    return;
  }
  for (Access a : other) add(a);
}

namespace {

// Whether two of their accesses are so.
template <class Predicate>
bool any_pair(const Footprint& a, const Footprint& b, Predicate is_so) {
  if ((a.mask() & b.mask()) == 0) return false;
  for (Access x : a) {
    if ((x.mask() & b.mask()) == 0) continue;
    for (Access y : b) {
      if (is_so(x, y)) return true;
    }
  }
  return false;
}

}  // namespace

bool conflict(const Footprint& a, const Footprint& b, Equality* equality) {
  return any_pair(a, b, [&](Access x, Access y) { return conflict(x, y, equality); });
}

bool conflict_on_data(const Footprint& a, const Footprint& b) {
  return any_pair(a, b, [](Access x, Access y) {
    return x.is_data() && y.is_data() && !(x.is_atomic() && y.is_atomic()) && meet(x, y, nullptr);
  });
}

}  // namespace por
