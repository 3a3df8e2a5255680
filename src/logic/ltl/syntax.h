// Temporal properties as people write them: a tree with positions, before any name has a
// meaning. docs/language/ltl.md is the reference.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"

namespace ltl {

enum class SyntaxKind : std::uint8_t {
  True,
  False,
  // Temporal operators.
  Next,
  Globally,
  Finally,
  Until,
  Release,
  WeakUntil,
  // Boolean operators, in formulas and in conditions.
  Not,
  And,
  Or,
  Implies,
  Iff,
  Forall,   // args[0] for every object `name` of class `text`
  Exists,   // args[0] for some object `name` of class `text`
  At,       // some thread is in procedure `name` at `text`; args[0], if there, is a condition
  Compare,  // args[0] `text` args[1]
  // Operands of comparisons.
  Name,  // `name`, with dots; standing alone, a boolean
  Number,
  Null,
  Negative,  // - args[0]
  Add,
  Subtract,
};

struct Syntax;
using SyntaxPtr = std::shared_ptr<const Syntax>;  // patterns use a part several times

struct Syntax {
  SyntaxKind kind{};
  base::Span span;
  std::string name;
  std::string text;
  base::Span text_span;  // of `text`
  std::int64_t number = 0;
  std::vector<SyntaxPtr> args;
};

SyntaxPtr make_syntax(SyntaxKind kind, base::Span span, std::vector<SyntaxPtr> args = {});

// The formula as text again, with all parentheses.
std::string text_of(const Syntax& syntax);

}  // namespace ltl
