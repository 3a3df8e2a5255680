// The tokens of a text, taken from left to right. The last one marks the end of the text and is
// never passed, so there is always a token to look at. A token has a `kind` and a `text`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

template <class Token>
class TokenStream {
 public:
  using Kind = decltype(Token::kind);

  // The last token is the end.
  explicit TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  // References stay valid as long as the stream.
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& last() const { return tokens_.back(); }
  bool at_end() const { return at_ + 1 == tokens_.size(); }
  bool is(Kind kind, std::string_view text, std::size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return token.kind == kind && token.text == text;
  }

  const Token& take() {
    const Token& token = tokens_[at_];
    if (!at_end()) ++at_;
    return token;
  }
  bool accept(Kind kind, std::string_view text) {
    if (!is(kind, text)) return false;
    take();
    return true;
  }
  void move_to_end() { at_ = tokens_.size() - 1; }

  // The number of tokens taken, and one of those.
  std::size_t position() const { return at_; }
  const Token& operator[](std::size_t position) const { return tokens_[position]; }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace base
