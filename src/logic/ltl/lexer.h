// Tokens of temporal formulas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace ltl {

enum class TokenKind : std::uint8_t {
  End,
  Name,    // with dots: Class.method
  Number,  // digits
  Mark,    // operators and punctuation
};

struct Token {
  TokenKind kind = TokenKind::End;
  base::Span span;
  std::string text;     // Name: without backquotes
  bool quoted = false;  // some piece stands in backquotes: never a word of the grammar
};

// Reports what is no token and goes on behind it. The last token is End.
std::vector<Token> tokenize(const base::Sources& sources, base::Span part, diag::Sink& sink);

}  // namespace ltl
