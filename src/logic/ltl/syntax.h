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
  Forall,    // args[0] for every object `name` of class `text`
  Exists,    // args[0] for some object `name` of class `text`
  At,        // some thread is in procedure `name` at `text`; args[0], if there, is a condition
  ThreadAt,  // the thread args[0] of BIR (Null: some thread) runs `name` and is at `text`
  Compare,   // args[0] `text` args[1]
  // Operands of comparisons.
  Name,            // `name`, with dots; standing alone, a boolean
  ThreadVariable,  // the variable `text`, with fields, of the thread args[0] (as of ThreadAt)
  Number,
  Null,
  Negative,  // - args[0]
  Add,
  Subtract,
};

// What a name is among, where observables are used.
enum class NameScope : std::uint8_t {
  Written,  // what is known where it is written
  Operand,  // of an observable: no variable of the method at a place hides it
  Fixed,    // in the observable: the variable of a quantifier around its use does not hide it
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
  // Stands for a pattern or an observable: people wrote something shorter.
  bool is_expanded = false;
  NameScope scope{};  // Name
  std::vector<SyntaxPtr> args;
};

SyntaxPtr make_syntax(SyntaxKind kind, base::Span span, std::vector<SyntaxPtr> args = {});

// The formula as text again, with all parentheses; the same for equal formulas only.
std::string text_of(const Syntax& syntax);
// The formula as one would write it.
std::string readable(const Syntax& syntax);
// Whether some part of it stands for something shorter.
bool has_expanded(const Syntax& syntax);

}  // namespace ltl
