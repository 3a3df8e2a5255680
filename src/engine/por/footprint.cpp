#include "engine/por/footprint.h"

#include <algorithm>

namespace por {

namespace {

bool order_matters(interp::AccessKind a, interp::AccessKind b) {
  if (a == interp::AccessKind::Read && b == interp::AccessKind::Read) return false;
  return !(a == interp::AccessKind::Add && b == interp::AccessKind::Add);
}

}  // namespace

bool Access::may_be_same_element(Access other) const {
  if (place() != interp::PlaceKind::Element || other.place() != interp::PlaceKind::Element)
    return false;
  if (object() != other.object()) return false;
  std::uint32_t a = index();
  std::uint32_t b = other.index();
  if (a == b || a == kAny || b == kAny) return true;
  bool are_known = (a & kUnknown) == 0 && (b & kUnknown) == 0;
  bool have_one_base = (a & kUnknown) != 0 && a >> kOffsetBits == b >> kOffsetBits;
  return !are_known && !have_one_base;
}

bool conflict(Access a, Access b) {
  if (!order_matters(a.kind(), b.kind())) return false;
  if (a.same_place(b)) return true;
  if (a.place() == interp::PlaceKind::Everything || b.place() == interp::PlaceKind::Everything)
    return true;
  return a.may_be_same_element(b);
}

void Footprint::add(Access access) {
  if (std::find(accesses_.begin(), accesses_.end(), access) == accesses_.end()) {
    accesses_.push_back(access);
    mask_ |= access.mask();
  }
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

bool conflict(const Footprint& a, const Footprint& b) {
  return any_pair(a, b, [](Access x, Access y) { return conflict(x, y); });
}

bool conflict_on_data(const Footprint& a, const Footprint& b) {
  return any_pair(a, b,
                  [](Access x, Access y) { return x.is_data() && y.is_data() && conflict(x, y); });
}

}  // namespace por
