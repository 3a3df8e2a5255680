// One token of OOX source.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/symbol.h"

namespace oox {

enum class TokenKind : std::uint8_t {
#define TOKEN(name, text) name,
#include "lang/oox/tokens.def"
};

// The keywords come last in tokens.def.
constexpr bool is_keyword(TokenKind kind) { return kind >= TokenKind::Abstract; }

// The keyword that a word is, or Identifier.
TokenKind word_kind(std::string_view word);

// As messages name it: "`while`", "a name", "the end of the file".
std::string_view describe(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::End;
  bool starts_line = false;  // nothing but white space and comments before it
  // The lexer has reported something wrong in this token or just before it, so a
  // syntax error found here would be a mere consequence.
  bool after_error = false;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  base::Symbol symbol;     // Identifier, Property, Invariant: the name; StringLiteral: the text
  char32_t character = 0;  // CharLiteral
  std::uint32_t body = 0;  // Property, Invariant, Spec: where the opening brace is;
                           // Observable: what is behind the name
};

}  // namespace oox
