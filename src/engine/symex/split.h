// Why a step cannot be taken yet: something about the inputs, or the value of a
// term, has to be decided first. The search makes one state per alternative and
// tries again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/symex/value.h"
#include "ir/ids.h"

namespace symex {

struct Split {
  enum class Kind : std::uint8_t {
    Null,       // is the symbol null?
    Identity,   // which object is the symbol, which is not null?
    Size,       // how many elements has the array?
    Class,      // is the object's class in `classes`?
    Condition,  // does the term hold?
    Number,     // which of first, …, count - 1 is the term?
  };
  Kind kind{};
  SymbolId symbol;
  ObjectId object;
  std::vector<ir::ClassId> classes;
  term::Term term;
  std::size_t first = 0;
  std::size_t count = 0;
  bool is_size = false;   // Number: of an array to be made, so that larger ones are cut
  bool has_more = false;  // Number: `count` or more is another alternative
};

// Thrown by evaluation, caught by the search: it never leaves this folder.
struct NeedsSplit {
  Split split;
};

// Thrown out of a strategy when a thread has to decide about inputs, and the search makes the
// decision where the second thread started (early_inputs.h).
struct EarlyDecision {
  Split split;
  // Valid: the symbol is that of a reference which had not been read there, in this slot.
  ObjectId holder;
  std::size_t slot = 0;
};

// Thrown in the midst of a step when the search has to stop: the item at hand is interrupted.
struct Stopped {
  std::string reason;  // empty: the search knows it
};

// Something that symbolic execution cannot do; the verdict is then `unknown`.
struct Unsupported {
  std::string what;
};
// The same, where only this path has to end.
struct UnsupportedStep : Unsupported {};

}  // namespace symex
