// Types and constants of the IR. Types are interned per program: equal types have
// equal ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/cons_store.h"
#include "base/integer.h"
#include "ir/ids.h"

namespace ir {

enum class TypeKind : std::uint8_t {
#define TYPE(name, keyword) name,
#include "ir/types.def"
#undef TYPE
};

// Which fields mean something depends on the kind; the others keep their
// defaults, so that equality is structural.
struct Type {
  TypeKind kind = TypeKind::Void;
  ClassId cls;                            // Ref, Record
  TypeId element;                         // Array, FixedArray
  EnumId enumeration;                     // Enum
  std::int64_t lo = 0;                    // Range
  std::int64_t hi = 0;                    // Range; FixedArray: the size
  bool waits = false;                     // Lock: wait/notify are used on it
  bool reentrant = false;                 // Lock
  std::vector<CollectionId> collections;  // Ref: where its objects may live (empty: anywhere)

  friend bool operator==(const Type&, const Type&) = default;
};

class Types {
 public:
  Types();

  TypeId make(const Type& type);
  TypeId make(TypeKind kind) { return make(Type{.kind = kind}); }
  TypeId make_ref(ClassId cls) { return make(Type{.kind = TypeKind::Ref, .cls = cls}); }
  TypeId make_array(TypeId element) {
    return make(Type{.kind = TypeKind::Array, .element = element});
  }
  const Type& operator[](TypeId id) const { return all_[id.index()]; }
  std::size_t size() const { return all_.size(); }

 private:
  std::vector<Type> all_;
  base::ConsTable table_;
};

bool is_integer(TypeKind kind);    // those that mix: Int, Uint, Range, Enum
bool is_floating(TypeKind kind);   // Float, Float32
bool is_reference(TypeKind kind);  // may be null: Ref, Array, String, Null

struct NullValue {
  friend bool operator==(NullValue, NullValue) = default;
};

// A literal. Integers of every kind share one alternative, and so do floats; the type
// of the expression tells them apart.
using Constant = std::variant<NullValue, bool, base::Integer, double, char32_t, std::string>;

// Equality of literals by representation: NaN equals itself, 0.0 differs from -0.0.
bool same_constant(const Constant& a, const Constant& b);

}  // namespace ir
