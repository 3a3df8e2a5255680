// Interned strings. Two symbols of one table are equal exactly when their texts
// are; ids are dense and follow the order of first use, so they are stable.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/ids.h"

namespace base {

struct SymbolTag;
using Symbol = Id<SymbolTag>;

class Symbols {
 public:
  Symbols() = default;
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  Symbol make(std::string_view text) {
    if (auto found = ids_.find(text); found != ids_.end()) return found->second;
    Symbol id(texts_.size());
    ids_.emplace(texts_.emplace_back(text), id);
    return id;
  }
  std::string_view text(Symbol symbol) const { return texts_[symbol.index()]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // a deque: the keys of ids_ point into it
  std::unordered_map<std::string_view, Symbol> ids_;
};

}  // namespace base
