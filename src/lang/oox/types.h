// Types of OOX as the checker sees them, interned: equal types have equal ids.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lang/oox/ast.h"

namespace oox {

enum class TypeKind : std::uint8_t {
  Error,  // already reported; agrees with everything
  Void,
  Bool,
  Int,
  Uint,
  Float,
  Char,
  String,
  Null,        // of the literal null
  IntLiteral,  // of an integer literal before it has met a type; becomes Int
  Class,
  Array,
};

struct Type {
  TypeKind kind = TypeKind::Error;
  ClassInfo* cls = nullptr;  // Class
  TypeId element;            // Array
};

class Types {
 public:
  Types();
  TypeId simple(TypeKind kind) const { return TypeId(static_cast<std::size_t>(kind)); }
  TypeId make_class(ClassInfo* cls);
  TypeId make_array(TypeId element);
  const Type& operator[](TypeId id) const { return all_[id.index()]; }
  TypeKind kind(TypeId id) const { return all_[id.index()].kind; }

 private:
  std::vector<Type> all_;
  std::unordered_map<ClassInfo*, TypeId> classes_;
  std::unordered_map<TypeId, TypeId> arrays_;  // by element
};

bool is_numeric(TypeKind kind);    // Int, Uint, Float, IntLiteral
bool is_reference(TypeKind kind);  // String, Null, Class, Array

}  // namespace oox
