// Source text to tokens, one at a time, in linear time. Malformed literals are
// reported and still become tokens, stray characters are reported and skipped, so
// that the parser sees a plausible program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/scanner.h"
#include "base/source.h"
#include "base/symbol.h"
#include "lang/oox/ast.h"
#include "lang/oox/reporter.h"
#include "lang/oox/token.h"

namespace oox {

class Lexer {
 public:
  // The text must be well-formed UTF-8. Comments are appended to `comments`.
  Lexer(base::FileId file, std::string_view text, base::Symbols& symbols,
        std::vector<Comment>& comments, Reporter& reporter);

  // The next token; End for ever after the last one, or after the reporter stopped.
  Token next();

 private:
  template <class... Args>
  diag::Diagnostic& report(diag::Kind kind, std::size_t begin, std::size_t end,
                           const Args&... args) {
    after_error_ = true;
    return reporter_.report(kind, in_.span(begin, end), args...);
  }

  void skip_space();
  void skip_comment();
  void skip_stray();
  Token make(TokenKind kind, std::size_t begin);
  bool lex_punctuator(Token& token);
  Token lex_word();
  bool lex_formula(std::size_t begin, Token& token);
  bool lex_observable(std::size_t begin, Token& token);
  bool skip_formula();
  Token lex_number();
  Token lex_string();
  Token lex_char();
  char32_t lex_character();
  char32_t lex_escape();
  char32_t lex_unicode_escape(std::size_t begin);

  base::Scanner in_;
  base::Symbols& symbols_;
  std::vector<Comment>& comments_;
  Reporter& reporter_;
  bool starts_line_ = true;
  bool after_error_ = false;
  TokenKind last_ = TokenKind::End;  // the token before
  std::string buffer_;               // the text of the string being read, escapes resolved
};

}  // namespace oox
