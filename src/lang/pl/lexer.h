// PL source to tokens. Words, operators and brackets are told apart by their text alone, which
// keeps the parser readable. Stray characters are reported and skipped.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace pl {

enum class TokenKind : std::uint8_t {
  End,
  Name,
  Keyword,
  Number,
  Mark,  // an operator or a bracket
};

struct Token {
  TokenKind kind = TokenKind::End;
  bool starts_line = false;  // nothing but white space and comments before it
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string_view text;
};

// The text must be well-formed UTF-8. The last token is End. After `kMaxErrors` errors the
// rest of the text is not read.
std::vector<Token> lex(base::FileId file, std::string_view text, diag::Sink& sink);

inline constexpr std::size_t kMaxErrors = 50;  // of one file

bool is_keyword(std::string_view word);

}  // namespace pl
