// Tokens of the BIR language. The whole file is split at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace bir {

enum class BirToken : std::uint8_t {
  End,
  Word,    // identifier or keyword; the grammar decides which
  Quoted,  // `name`: always a name
  Int,
  Uint,  // 5u
  Long,  // 5L
  Hex,   // 0x1f, only inside float(…)
  Float,
  Char,
  String,
  Mark,  // punctuation and operators
};

struct Token {
  BirToken kind = BirToken::End;
  base::Span span;
  // Word, Mark, numbers: as written (without u and L); Quoted: without the
  // backquotes. Points into the source.
  std::string_view text;
  std::string value;  // Char and String: the decoded text
};

// Reports what is no token and goes on behind it. The last token is End.
std::vector<Token> tokenize(const base::Sources& sources, base::FileId file, diag::Sink& sink);

}  // namespace bir
