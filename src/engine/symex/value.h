// Symbolic values. Data are terms; references never are: a reference is null, a
// known object, or a symbol of an input that the path has not read yet. Reading
// one splits the path (docs/decisions/0008-references-split.md).
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/small_vector.h"
#include "logic/term/term.h"

namespace symex {

using ObjectId = base::Id<struct ObjectTag>;
using SymbolId = base::Id<struct SymbolTag>;

class Value {
 public:
  enum class Kind : std::uint8_t { None, Data, Null, Object, Symbol, Thread };

  Value() = default;
  static Value data(term::Term t) { return {Kind::Data, t.index()}; }
  static Value null() { return {Kind::Null, 0}; }
  static Value object(ObjectId id) { return {Kind::Object, id.index()}; }
  static Value symbol(SymbolId id) { return {Kind::Symbol, id.index()}; }
  static Value thread(std::uint32_t number) { return {Kind::Thread, number}; }

  Kind kind() const { return kind_; }
  bool is_none() const { return kind_ == Kind::None; }
  bool is_data() const { return kind_ == Kind::Data; }
  bool is_null() const { return kind_ == Kind::Null; }
  bool is_object() const { return kind_ == Kind::Object; }
  bool is_symbol() const { return kind_ == Kind::Symbol; }
  bool is_thread() const { return kind_ == Kind::Thread; }

  term::Term term() const { return term::Term(index_); }
  ObjectId object() const { return ObjectId(index_); }
  SymbolId symbol() const { return SymbolId(index_); }
  std::uint32_t thread() const { return index_; }  // its place in State::threads

  friend bool operator==(const Value&, const Value&) = default;

 private:
  Value(Kind kind, std::uint32_t index) : kind_(kind), index_(index) {}

  Kind kind_ = Kind::None;  // None: not yet made (a field of an input, say)
  std::uint32_t index_ = 0;
};

// The locals of a frame, the fields of an object.
using Values = base::SmallVector<Value, 6>;

}  // namespace symex
