// Tokens of relational text: Alloy models, and properties inside other files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace rel {

enum class TokenKind : std::uint8_t {
  End,
  Name,  // letters, digits, `_`, `$`, with `/` between parts: `util/ordering`; keywords too
  Number,
  Mark,  // operators and brackets
};

struct Token {
  TokenKind kind = TokenKind::End;
  base::Span span;
  std::string_view text;  // lives as long as the sources
};

// The tokens of a part of a file, with an End token behind them. Comments are `//`, `--` and
// `/* */`. Characters that start no token are reported and skipped.
std::vector<Token> tokenize(const base::Sources& sources, base::Span part, diag::Sink& sink);

// Words with a meaning in expressions, which no name may have.
bool is_reserved(std::string_view word);

}  // namespace rel
