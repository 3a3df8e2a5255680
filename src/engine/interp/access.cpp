#include "engine/interp/access.h"

#include <algorithm>

namespace interp {

Place Place::field_of(ObjectId object, ir::FieldId field) {
  return {.kind = PlaceKind::Field, .object = object, .field = field};
}

Place Place::element_of(ObjectId object, std::uint64_t index) {
  return {.kind = PlaceKind::Element, .object = object, .index = index};
}

Place Place::global_variable(ir::GlobalId global) {
  return {.kind = PlaceKind::Global, .global = global};
}

Place Place::lock_of(ObjectId object, ir::FieldId field, ir::GlobalId global) {
  return {.kind = PlaceKind::Lock, .object = object, .field = field, .global = global};
}

Place Place::status_of(ThreadId thread) { return {.kind = PlaceKind::Thread, .thread = thread}; }

bool conflicts(const Access& a, const Access& b) {
  if (a.kind == AccessKind::Read && b.kind == AccessKind::Read) return false;
  if (a.place.kind == PlaceKind::Everything || b.place.kind == PlaceKind::Everything) return true;
  if (a.kind == AccessKind::Add && b.kind == AccessKind::Add) return false;
  return a.place == b.place;
}

bool conflicts(const Accesses& a, const Accesses& b) {
  auto ends = [](const Access& x) {
    return x.kind == AccessKind::Write && x.place.kind == PlaceKind::Everything;
  };
  if (std::any_of(a.begin(), a.end(), ends) || std::any_of(b.begin(), b.end(), ends)) return true;
  return std::any_of(a.begin(), a.end(), [&](const Access& x) {
    return std::any_of(b.begin(), b.end(), [&](const Access& y) { return conflicts(x, y); });
  });
}

bool covers(const Access& declared, const Access& happened) {
  bool strong = declared.kind == happened.kind || declared.kind == AccessKind::Write;
  bool wide = declared.place.kind == PlaceKind::Everything || declared.place == happened.place;
  return strong && wide;
}

const Access* find_undeclared(const Accesses& declared, const Accesses& happened) {
  for (const Access& access : happened) {
    bool covered = std::any_of(declared.begin(), declared.end(),
                               [&](const Access& d) { return covers(d, access); });
    if (!covered) return &access;
  }
  return nullptr;
}

}  // namespace interp
