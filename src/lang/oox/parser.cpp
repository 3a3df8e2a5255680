#include "lang/oox/parser.h"

#include <algorithm>

#include "base/utf8.h"
#include "lang/oox/parser_impl.h"

namespace oox {

using diag::Kind;

void parse(const base::Sources& sources, base::FileId file, Program& program, diag::Sink& sink) {
  Unit unit;
  unit.file = file;
  std::string_view text = sources.file(file).text();
  auto byte_at = [&](std::size_t at) {
    return Span{file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)};
  };
  if (std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    sink.report(Kind::BinaryFile, byte_at(zero));
  } else if (auto bad = base::utf8_invalid_at(text)) {
    sink.report(Kind::InvalidUtf8, byte_at(*bad));
  } else {
    Reporter reporter(sink);
    Parser(sources, file, program, unit, reporter).parse_unit();
  }
  program.units.push_back(std::move(unit));
}

Parser::Parser(const base::Sources& sources, base::FileId file, Program& program, Unit& unit,
               Reporter& reporter)
    : file_(file),
      text_(sources.file(file).text()),
      program_(program),
      unit_(unit),
      reporter_(reporter),
      lexer_(file, text_, program.symbols, unit.comments, reporter) {
  for (Token& token : window_) token = lexer_.next();
}

Parser::Nesting::Nesting(Parser& parser) : NestingLevel(parser.depth_, kMaxNesting) {
  if (fits()) return;
  parser.error(Kind::OoxNestingTooDeep, parser.span(parser.current()), kMaxNesting);
  parser.reporter_.stop();
  parser.advance();
}

// ---------------------------------------------------------------- tokens

bool Parser::is_word(const Token& token, std::string_view word) const {
  return token.kind == TokenKind::Identifier && text(token) == word;
}

void Parser::advance() {
  last_end_ = window_[0].end;
  if (reporter_.stopped()) {
    Token end;
    end.begin = end.end = static_cast<std::uint32_t>(text_.size());
    window_.fill(end);
    return;
  }
  std::move(window_.begin() + 1, window_.end(), window_.begin());
  window_.back() = lexer_.next();
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

std::string Parser::describe_current() const {
  constexpr std::size_t kMaxShown = 40;
  const Token& token = current();
  if (token.kind != TokenKind::Identifier && token.kind != TokenKind::IntLiteral) {
    return std::string(describe(token.kind));
  }
  std::string_view shown = text(token);
  if (shown.size() <= kMaxShown) return fmt::format("`{}`", shown);
  return fmt::format("`{}…`", shown.substr(0, kMaxShown));
}

// ---------------------------------------------------------------- errors

diag::Diagnostic& Parser::expected(std::string_view what) {
  return error(Kind::OoxExpected, span(current()), what, describe_current());
}

bool Parser::expect(TokenKind kind) {
  if (accept(kind)) return true;
  expected(describe(kind));
  return false;
}

bool Parser::expect_close(TokenKind kind, Span open) {
  if (accept(kind)) return true;
  expected(describe(kind)).label(open, "to match this");
  return false;
}

// A `;` that is missing before a line break or a closing brace was forgotten;
// elsewhere the token found is more likely wrong.
void Parser::expect_semicolon() {
  if (accept(TokenKind::Semicolon)) {
    recovering_ = false;
    return;
  }
  if (recovering_) return synchronize_statement();
  bool was_forgotten = current().starts_line || at(TokenKind::RightBrace) || at(TokenKind::End) ||
                       starts_statement(current().kind);
  if (was_forgotten) {
    slip(Kind::OoxMissingSemicolon, after_last()).help("add `;` here");
    recovering_ = at(TokenKind::End);  // a cut file: everything else is missing too
  } else {
    expected("`;`");
    synchronize_statement();
  }
}

// Of a statement that may lack it.
void Parser::expect_semicolon_of(std::string_view what) {
  bool is_clear = !recovering_ && !at(TokenKind::Semicolon) && !at(TokenKind::End) &&
                  (current().starts_line || at(TokenKind::RightBrace));
  if (!is_clear) return expect_semicolon();
  slip(Kind::OoxCallWithoutSemicolon, after_last(), what).help("add `;` here");
}

void Parser::end_statement() {
  if (!in_head_) expect_semicolon();
}

void Parser::give_up_statement() {
  if (!in_head_) synchronize_statement();
}

// Reports that the brace at `open` has no partner.
void Parser::unclosed_brace(Span open) {
  error(Kind::OoxUnclosedBrace, at(TokenKind::End) ? after_last() : span(current()),
        describe_current())
      .label(open, "this brace is never closed");
}

bool Parser::starts_type(const Token& token) const {
  switch (token.kind) {
    case TokenKind::Identifier:
    case TokenKind::Bool:
    case TokenKind::Char:
    case TokenKind::Float:
    case TokenKind::Int:
    case TokenKind::String:
    case TokenKind::Uint:
    case TokenKind::Void: return true;
    default: return false;
  }
}

bool Parser::starts_class() const {
  std::size_t word = at(TokenKind::Abstract) ? 1 : 0;
  bool is_class = peek(word).kind == TokenKind::Class || peek(word).kind == TokenKind::Interface;
  return is_class && peek(word + 1).kind == TokenKind::Identifier;
}

// Whether a class or a member that no statement can look like begins here: inside
// a body this means that a closing brace is missing.
bool Parser::starts_member() const {
  switch (current().kind) {
    case TokenKind::Class:
    case TokenKind::Interface: return starts_class();
    case TokenKind::Abstract:
    case TokenKind::Static:
    case TokenKind::Default:
    case TokenKind::Invariant:
    case TokenKind::Observable: return true;
    default: break;
  }
  bool is_head = starts_type(current()) && peek(1).kind == TokenKind::Identifier &&
                 peek(2).kind == TokenKind::LeftParen;
  if (!is_head) return false;
  // `retrun f(x);` looks like a method's head too, but is a misspelt statement.
  return !at(TokenKind::Identifier) || has_body_after(peek(2).begin);
}

// Whether the parenthesis at an offset closes soon and a body or clause follows.
bool Parser::has_body_after(std::uint32_t paren) const {
  constexpr std::size_t kWindow = 400;
  std::string_view rest = text_.substr(paren, kWindow);
  std::size_t close = rest.find_first_of(");{}");
  if (close == std::string_view::npos || rest[close] != ')') return false;
  std::size_t next = rest.find_first_not_of(" \t\r\n", close + 1);
  if (next == std::string_view::npos) return false;
  std::string_view tail = rest.substr(next);
  return tail[0] == '{' || tail.substr(0, 8) == "requires" || tail.substr(0, 7) == "ensures" ||
         tail.substr(0, 11) == "exceptional" || tail.substr(0, 9) == "property " ||
         tail.substr(0, 5) == "spec ";
}

bool Parser::starts_statement(TokenKind kind) const {
  switch (kind) {
    case TokenKind::Assert:
    case TokenKind::Assume:
    case TokenKind::Bool:
    case TokenKind::Break:
    case TokenKind::Char:
    case TokenKind::Continue:
    case TokenKind::Float:
    case TokenKind::For:
    case TokenKind::Fork:
    case TokenKind::If:
    case TokenKind::Int:
    case TokenKind::Join:
    case TokenKind::Lock:
    case TokenKind::Notify:
    case TokenKind::NotifyAll:
    case TokenKind::Return:
    case TokenKind::String:
    case TokenKind::Throw:
    case TokenKind::Try:
    case TokenKind::Uint:
    case TokenKind::Unlock:
    case TokenKind::Wait:
    case TokenKind::While: return true;
    default: return false;
  }
}

void Parser::skip(std::uint32_t& count) {
  if (++count > kMaxSkipped) reporter_.stop();
  advance();
}

// Skips to the end of a broken statement: behind its `;`, or before a brace, a
// member, or a line that begins with a statement's keyword.
void Parser::synchronize_statement() {
  for (std::uint32_t skipped = 0;; skip(skipped)) {
    TokenKind kind = current().kind;
    if (kind == TokenKind::End || kind == TokenKind::LeftBrace || kind == TokenKind::RightBrace) {
      break;
    }
    if (kind == TokenKind::Semicolon) {
      advance();
      break;
    }
    if (current().starts_line && (starts_statement(kind) || starts_member())) break;
  }
  recovering_ = at(TokenKind::End);
}

// As above, for a broken member; a body is skipped whole.
void Parser::synchronize_member() {
  for (std::uint32_t skipped = 0;; skip(skipped)) {
    TokenKind kind = current().kind;
    if (kind == TokenKind::End || kind == TokenKind::RightBrace) break;
    if (kind == TokenKind::LeftBrace) {
      skip_group();
      break;
    }
    if (kind == TokenKind::Semicolon) {
      advance();
      break;
    }
    if (current().starts_line && (starts_member() || starts_type(current()))) break;
  }
  recovering_ = at(TokenKind::End);
}

// Skips to the next class.
void Parser::synchronize_class() {
  std::uint32_t skipped = 0;
  while (!at(TokenKind::End) && !at(TokenKind::RightBrace) && !starts_class()) {
    if (at(TokenKind::LeftBrace)) {
      skip_group();
    } else {
      skip(skipped);
    }
  }
  recovering_ = at(TokenKind::End);
}

// Skips a bracketed group with everything in it, up to a `;` or brace that cannot
// belong to it if it is never closed.
void Parser::skip_group() {
  bool is_block = at(TokenKind::LeftBrace);
  std::size_t open = 0;
  for (std::uint32_t skipped = 0; !at(TokenKind::End); skip(skipped)) {
    switch (current().kind) {
      case TokenKind::LeftBrace:
        if (!is_block) return;
        ++open;
        break;
      case TokenKind::RightBrace:
        if (!is_block) return;
        --open;
        break;
      case TokenKind::LeftParen:
        if (!is_block) ++open;
        break;
      case TokenKind::RightParen:
        if (!is_block) --open;
        break;
      default: break;
    }
    if (open == 0) {
      advance();
      return;
    }
  }
}

}  // namespace oox
