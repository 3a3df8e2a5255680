// Names and sorts of PL. A name that no quantifier binds is a variable of the program; its
// sort is declared, or follows from its uses, or else is `int`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "lang/pl/syntax.h"
#include "logic/dl/expr.h"

namespace pl {

// A variable, before its tree is built.
struct Slot {
  std::string_view name;
  Span span;  // the declaration, or the first occurrence
  bool is_bound = false;
  dl::Sort sort = dl::Sort::Int;
};

// Sets the checked parts of the tree. The slots are in the order of first occurrence, the
// declared ones first. Reports what is wrong.
std::vector<Slot> check(File& file, diag::Sink& sink);

}  // namespace pl
