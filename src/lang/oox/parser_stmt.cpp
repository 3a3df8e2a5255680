// Statements.
#include <utility>

#include "lang/oox/parser_impl.h"

namespace oox {

using diag::Kind;

Stmt* Parser::error_stmt(std::uint32_t begin) {
  Stmt stmt;
  stmt.span = span_from(begin);
  return make(stmt);
}

// { statements }. If the closing brace is missing, what follows is left to the
// enclosing block or class.
Stmt* Parser::parse_block() {
  Stmt stmt;
  stmt.kind = StmtKind::Block;
  Span open = span(current());
  advance();
  std::vector<Stmt*> stmts;
  while (!at(TokenKind::RightBrace)) {
    if (at(TokenKind::End) || starts_member()) {
      unclosed_brace(open);
      stmt.close = after_last();
      stmt.stmts = program_.arena.list(stmts);
      stmt.span = span_from(open.begin);
      return make(stmt);
    }
    std::uint32_t begin = current().begin;
    if (is_stray_semicolon(stmts)) {
      advance();
      continue;
    }
    stmts.push_back(parse_statement());
    if (recovering_ && !starts_member()) synchronize_statement();
    if (current().begin == begin) advance();
  }
  stmt.close = span(current());
  advance();
  stmt.stmts = program_.arena.list(stmts);
  stmt.span = span_from(open.begin);
  return make(stmt);
}

// The `;` of `while (c) { … };`. It says nothing, and the tree does not keep it.
bool Parser::is_stray_semicolon(const std::vector<Stmt*>& before) const {
  if (!at(TokenKind::Semicolon) || before.empty()) return false;
  StmtKind kind = before.back()->kind;
  bool has_block = kind == StmtKind::Block || kind == StmtKind::If || kind == StmtKind::While ||
                   kind == StmtKind::For || kind == StmtKind::Try || kind == StmtKind::LockBlock;
  return has_block && text_[last_end_ - 1] == '}';
}

Stmt* Parser::parse_statement() {
  Nesting nesting(*this);
  std::uint32_t begin = current().begin;
  if (!nesting.fits()) return error_stmt(begin);
  if (at(TokenKind::LeftBrace)) return parse_block();
  if (Stmt* stmt = parse_keyword_statement()) return stmt;
  if (report_foreign_statement()) return error_stmt(begin);
  while (skip_foreign_modifier()) {
  }
  if (at_declaration()) return parse_declaration();
  return parse_expression_statement();
}

// Null if the current token is not the keyword of a statement.
Stmt* Parser::parse_keyword_statement() {
  std::uint32_t begin = current().begin;
  switch (current().kind) {
    case TokenKind::Semicolon: return parse_simple(StmtKind::Skip);
    case TokenKind::Assert: return parse_operand_statement(StmtKind::Assert);
    case TokenKind::Assume: return parse_operand_statement(StmtKind::Assume);
    case TokenKind::Unlock: return parse_operand_statement(StmtKind::Unlock);
    case TokenKind::Wait: return parse_operand_statement(StmtKind::Wait);
    case TokenKind::Notify: return parse_operand_statement(StmtKind::Notify);
    case TokenKind::NotifyAll: return parse_operand_statement(StmtKind::NotifyAll);
    case TokenKind::Lock: return parse_operand_statement(StmtKind::Lock);
    case TokenKind::While: return parse_while();
    case TokenKind::For: return parse_for();
    case TokenKind::If: return parse_if();
    case TokenKind::Try: return parse_try();
    case TokenKind::Continue: return parse_word_statement(StmtKind::Continue);
    case TokenKind::Break: return parse_word_statement(StmtKind::Break);
    case TokenKind::Join: return parse_word_statement(StmtKind::Join);
    case TokenKind::Return: return parse_return();
    case TokenKind::Throw: return parse_throw();
    case TokenKind::Fork: return parse_fork();
    case TokenKind::Super:
      return peek(1).kind == TokenKind::LeftParen ? parse_super_call() : nullptr;
    case TokenKind::Else:
      error(Kind::OoxElseWithoutIf, span(current()))
          .note("an `if` without braces takes one statement only");
      advance();
      recovering_ = false;
      if (!at(TokenKind::RightBrace) && !at(TokenKind::End)) parse_statement();
      return error_stmt(begin);
    case TokenKind::Catch:
      error(Kind::OoxCatchWithoutTry, span(current()));
      advance();
      recovering_ = false;
      if (at(TokenKind::LeftBrace)) parse_block();
      return error_stmt(begin);
    default: return nullptr;
  }
}

// ---------------------------------------------------------------- one word

Stmt* Parser::parse_simple(StmtKind kind) {
  Stmt stmt;
  stmt.kind = kind;
  stmt.span = span(current());
  advance();
  return make(stmt);
}

Stmt* Parser::parse_word_statement(StmtKind kind) {
  Stmt stmt;
  stmt.kind = kind;
  std::uint32_t begin = current().begin;
  advance();
  expect_semicolon();
  stmt.span = span_from(begin);
  return make(stmt);
}

// ---------------------------------------------------------------- word and operand

// assert E; with or without brackets around E, and likewise assume, unlock, wait,
// notify and notifyAll; `lock E;` and the monitor block `lock (E) { … }`.
Stmt* Parser::parse_operand_statement(StmtKind kind) {
  Stmt stmt;
  stmt.kind = kind;
  std::uint32_t begin = current().begin;
  if (peek(1).kind == TokenKind::LeftParen && peek(2).kind == TokenKind::RightParen) {
    Expr self;
    self.span = after_last();
    report_statement_call(self);
    expect_semicolon();
    return error_stmt(begin);
  }
  advance();
  // `assert (a)` before a line break is no cast of what the next line begins with.
  bool is_name_in_brackets = at(TokenKind::LeftParen) && peek(1).kind == TokenKind::Identifier &&
                             peek(2).kind == TokenKind::RightParen && peek(3).starts_line;
  stmt.value = is_name_in_brackets ? parse_paren() : parse_expr();
  if (stmt.value->kind == ExprKind::Paren) {
    stmt.parenthesized = true;
    stmt.value = stmt.value->a;
  }
  if (kind == StmtKind::Lock && at(TokenKind::LeftBrace)) {
    if (!stmt.parenthesized) {
      slip(Kind::OoxLockBrackets, stmt.value->span).help("write `lock (x) { … }`");
    }
    recovering_ = false;
    stmt.kind = StmtKind::LockBlock;
    stmt.body = parse_block();
  } else {
    if (kind == StmtKind::Assert && at(TokenKind::Colon) && !recovering_) {
      slip(Kind::OoxAssertMessage, span(current())).help("leave out what follows the condition");
      advance();
      parse_expr();
    }
    expect_semicolon();
  }
  stmt.span = span_from(begin);
  return make(stmt);
}

Stmt* Parser::parse_return() {
  Stmt stmt;
  stmt.kind = StmtKind::Return;
  std::uint32_t begin = current().begin;
  advance();
  if (!at(TokenKind::Semicolon) && !at(TokenKind::RightBrace)) stmt.value = parse_expr();
  expect_semicolon();
  stmt.span = span_from(begin);
  return make(stmt);
}

Stmt* Parser::parse_throw() {
  Stmt stmt;
  stmt.kind = StmtKind::Throw;
  std::uint32_t begin = current().begin;
  advance();
  if (!at(TokenKind::Semicolon) && !at(TokenKind::RightBrace)) {
    stmt.value = parse_expr();
    if (stmt.value->kind == ExprKind::New) {
      report_throw(*stmt.value);
      stmt.value = nullptr;
    }
  }
  expect_semicolon_of("throw");
  stmt.span = span_from(begin);
  return make(stmt);
}

Stmt* Parser::parse_fork() {
  Stmt stmt;
  stmt.kind = StmtKind::Fork;
  std::uint32_t begin = current().begin;
  advance();
  stmt.value = parse_expr();
  ExprKind kind = stmt.value->kind;
  if (kind != ExprKind::Call && kind != ExprKind::Error) {
    auto& added = slip(Kind::OoxBadFork, stmt.value->span);
    if (kind == ExprKind::New) {
      added.note("a constructor cannot run in a thread of its own")
          .help("create the object first, then fork one of its methods");
    }
    stmt.kind = StmtKind::Error;
  }
  expect_semicolon();
  stmt.span = span_from(begin);
  return make(stmt);
}

Stmt* Parser::parse_super_call() {
  Stmt stmt;
  stmt.kind = StmtKind::SuperCall;
  std::uint32_t begin = current().begin;
  stmt.name_span = span(current());
  advance();
  stmt.args = parse_args();
  expect_semicolon();
  stmt.span = span_from(begin);
  return make(stmt);
}

// ---------------------------------------------------------------- compound

// ( E )
Expr* Parser::parse_guard() {
  Span open = span(current());
  if (!accept(TokenKind::LeftParen)) {
    expected("`(`").note("the condition stands in brackets");
    Expr* guard = parse_expr();
    recovering_ = recovering_ && !at(TokenKind::LeftBrace);
    return guard;
  }
  Expr* guard = parse_expr();
  if (expect_close(TokenKind::RightParen, open)) return guard;
  // Go on with the body if it is in sight.
  while (!at(TokenKind::LeftBrace) && !at(TokenKind::RightBrace) && !at(TokenKind::Semicolon) &&
         !at(TokenKind::End) && !current().starts_line) {
    advance();
  }
  if (at(TokenKind::LeftBrace)) recovering_ = false;
  return guard;
}

// The statement that `owner` governs.
Stmt* Parser::parse_body(std::string_view owner) {
  std::uint32_t begin = current().begin;
  if (recovering_) return error_stmt(begin);
  if (at(TokenKind::RightBrace) || at(TokenKind::End) || at(TokenKind::Else) ||
      at(TokenKind::Catch)) {
    expected(fmt::format("a statement after `{}`", owner));
    recovering_ = at(TokenKind::End);
    return error_stmt(begin);
  }
  return parse_statement();
}

Stmt* Parser::parse_while() {
  Stmt stmt;
  stmt.kind = StmtKind::While;
  std::uint32_t begin = current().begin;
  advance();
  stmt.value = parse_guard();
  stmt.invariants = parse_invariants();
  stmt.body = parse_body("while");
  stmt.span = span_from(begin);
  return make(stmt);
}

// for (beginning; E; updates) S
Stmt* Parser::parse_for() {
  Stmt stmt;
  stmt.kind = StmtKind::For;
  std::uint32_t begin = current().begin;
  advance();
  if (!parse_for_head(stmt)) {
    // Go on with the body if it is in sight.
    while (!at(TokenKind::LeftBrace) && !at(TokenKind::RightBrace) && !at(TokenKind::End) &&
           !current().starts_line) {
      advance();
    }
    bool has_body = at(TokenKind::LeftBrace);
    recovering_ = recovering_ && !has_body;
    if (has_body) parse_block();
    return error_stmt(begin);
  }
  stmt.invariants = parse_invariants();
  stmt.body = parse_body("for");
  stmt.span = span_from(begin);
  return make(stmt);
}

bool Parser::parse_for_head(Stmt& stmt) {
  Span open = span(current());
  if (!expect(TokenKind::LeftParen)) return false;
  if (report_for_each(open.begin)) return false;
  bool was_in_head = std::exchange(in_head_, true);
  stmt.stmts = parse_for_parts(TokenKind::Semicolon);
  bool is_fine = !recovering_ && expect(TokenKind::Semicolon);
  if (is_fine && !at(TokenKind::Semicolon)) stmt.value = parse_expr();
  is_fine = is_fine && !recovering_ && expect(TokenKind::Semicolon);
  if (is_fine) stmt.updates = parse_for_parts(TokenKind::RightParen);
  in_head_ = was_in_head;
  return is_fine && !recovering_ && expect_close(TokenKind::RightParen, open);
}

// One declaration, or assignments and calls with commas between them.
List<Stmt*> Parser::parse_for_parts(TokenKind end) {
  std::vector<Stmt*> parts;
  if (at(end)) return {};
  while (skip_foreign_modifier()) {
  }
  if (end == TokenKind::Semicolon && at_declaration()) {
    parts.push_back(parse_declaration());
  } else {
    do {
      parts.push_back(parse_expression_statement());
    } while (!recovering_ && accept(TokenKind::Comma));
  }
  return program_.arena.list(parts);
}

Stmt* Parser::parse_if() {
  Stmt stmt;
  stmt.kind = StmtKind::If;
  std::uint32_t begin = current().begin;
  advance();
  stmt.value = parse_guard();
  stmt.body = parse_body("if");
  if (!recovering_ && accept(TokenKind::Else)) stmt.otherwise = parse_body("else");
  stmt.span = span_from(begin);
  return make(stmt);
}

Stmt* Parser::parse_try() {
  Stmt stmt;
  stmt.kind = StmtKind::Try;
  std::uint32_t begin = current().begin;
  Span word = span(current());
  advance();
  auto block = [&](std::string_view owner) {
    if (at(TokenKind::LeftBrace)) return parse_block();
    expected(fmt::format("`{{` after `{}`", owner));
    return error_stmt(current().begin);
  };
  stmt.body = block("try");
  stmt.otherwise = nullptr;
  if (recovering_) {
    stmt.otherwise = error_stmt(current().begin);
  } else if (at(TokenKind::Catch)) {
    advance();
    if (at(TokenKind::LeftParen)) {
      slip(Kind::OoxCatchParameter, span(current()))
          .help("write `catch { … }`: it catches every exception");
      skip_group();
    }
    stmt.otherwise = block("catch");
  } else {
    error(Kind::OoxTryWithoutCatch, after_last()).label(word, "this `try`");
    recovering_ = false;
    stmt.otherwise = error_stmt(current().begin);
  }
  stmt.span = span_from(begin);
  return make(stmt);
}

}  // namespace oox
