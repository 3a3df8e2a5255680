// Relational text as it is written: one kind of node for formulas, relations and integers,
// which only their use tells apart (see elaborate.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"

namespace rel {

enum class SyntaxKind : std::uint8_t {
  Name,           // text; `this`, `univ`, `none`, … too
  RawName,        // @text: the field itself, not that of `this`
  Number,         // number
  Unary,          // text: not no some lone one set # ~ ^ * - sum
  Binary,         // text: or iff and + - ++ & <: :> .
  Arrow,          // left and right multiplicity
  Compare,        // text: in = < =< > >=; is_negated
  If,             // condition, then, and perhaps else
  Quantified,     // text: all some no lone one sum; decls; body
  Comprehension,  // decls; body
  Let,            // text = args[0] in args[1]
  Box,            // args[0] applied to the others
  Block,          // all of args
  Prime,          // the value after
};

struct Syntax;
using SyntaxPtr = std::shared_ptr<const Syntax>;

struct SyntaxName {
  std::string text;
  base::Span span;
};

// `disj a, b: domain`
struct SyntaxDecl {
  std::vector<SyntaxName> names;
  bool is_disjoint = false;
  SyntaxPtr domain;
};

struct Syntax {
  SyntaxKind kind{};
  base::Span span;
  std::string text;
  std::int64_t number = 0;
  bool is_negated = false;
  int height = 1;                 // of the tree below args
  std::string left_multiplicity;  // of Arrow; empty: none
  std::string right_multiplicity;
  std::vector<SyntaxDecl> decls;
  std::vector<SyntaxPtr> args;
};

// A predicate, or a function if it has a result.
struct CallableSyntax {
  SyntaxName name;
  std::vector<SyntaxDecl> parameters;
  SyntaxPtr receiver;  // of `pred S.f[…]`: S; it becomes the parameter `this`
  SyntaxPtr result;    // of a function: its declared type
  SyntaxPtr body;

  bool is_function() const { return result != nullptr; }
};

}  // namespace rel
