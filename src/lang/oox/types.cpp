#include "lang/oox/types.h"

namespace oox {

Types::Types() {
  // simple() relies on this: the kinds without parts come first, in their order.
  for (auto kind = TypeKind::Error; kind < TypeKind::Class;
       kind = static_cast<TypeKind>(static_cast<int>(kind) + 1)) {
    all_.push_back({kind, nullptr, {}});
  }
}

TypeId Types::make_class(ClassInfo* cls) {
  auto [entry, is_new] = classes_.try_emplace(cls, TypeId(all_.size()));
  if (is_new) all_.push_back({TypeKind::Class, cls, {}});
  return entry->second;
}

TypeId Types::make_array(TypeId element) {
  auto [entry, is_new] = arrays_.try_emplace(element, TypeId(all_.size()));
  if (is_new) all_.push_back({TypeKind::Array, nullptr, element});
  return entry->second;
}

bool is_numeric(TypeKind kind) {
  return kind == TypeKind::Int || kind == TypeKind::Uint || kind == TypeKind::Float ||
         kind == TypeKind::IntLiteral;
}

bool is_reference(TypeKind kind) {
  return kind == TypeKind::String || kind == TypeKind::Null || kind == TypeKind::Class ||
         kind == TypeKind::Array;
}

}  // namespace oox
