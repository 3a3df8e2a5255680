// Abstract values in relational logic, where null is the absence of an element.
#pragma once

#include <unordered_map>

#include "engine/modular/heap.h"
#include "engine/modular/value.h"

namespace modular {

class ValueTranslator {
 public:
  // `symbols`: what the symbols of the state before and of allocated objects stand for.
  ValueTranslator(const Values& values, Heap& heap, std::unordered_map<SymbolId, rel::Expr> symbols)
      : values_(values), heap_(heap), symbols_(std::move(symbols)) {}

  rel::Expr translate(ValueId id);

 private:
  rel::Expr make(ValueId id);
  rel::Expr join(ValueId left, ValueId right);

  const Values& values_;
  Heap& heap_;
  std::unordered_map<SymbolId, rel::Expr> symbols_;
  std::unordered_map<ValueId, rel::Expr> done_;
};

}  // namespace modular
