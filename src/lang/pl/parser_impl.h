// The recursive-descent parser of PL. Internal to parser.cpp and parser_expr.cpp.
//
// Errors. An error is reported and unwinds, as SyntaxError, to the list of statements or of
// declarations around it, which skips to a place where it can go on. SyntaxError never leaves
// these files. Beyond kMaxNesting the file is given up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/nesting.h"
#include "base/token_stream.h"
#include "lang/pl/lexer.h"
#include "lang/pl/syntax.h"

namespace pl {

class Parser {
 public:
  static constexpr std::uint32_t kMaxNesting = 1000;
  static constexpr std::uint32_t kMaxHeight = 10'000;  // of an expression
  static constexpr std::uint32_t kMaxBound = 1'000'000;

  Parser(base::FileId id, std::vector<Token> tokens, diag::Sink& sink, File& file)
      : id_(id), tokens_(std::move(tokens)), sink_(sink), file_(file) {}

  void parse_file();

 private:
  struct SyntaxError {};

  struct Nesting : base::NestingLevel {
    explicit Nesting(Parser& parser);
  };

  // ---- tokens
  const Token& current() const { return tokens_.peek(); }
  const Token& peek() const { return tokens_.peek(1); }
  bool at_end() const { return current().kind == TokenKind::End; }
  // A mark or a keyword.
  bool at(std::string_view text) const { return is(current(), text); }
  static bool is(const Token& token, std::string_view text) {
    return token.text == text &&
           (token.kind == TokenKind::Mark || token.kind == TokenKind::Keyword);
  }
  void advance() { tokens_.take(); }
  bool accept(std::string_view text) {
    if (!at(text)) return false;
    advance();
    return true;
  }
  void expect(std::string_view text);
  void expect_close(std::string_view text, Span open);
  Span span(const Token& token) const { return {id_, token.begin, token.end}; }
  Span here() const { return span(current()); }
  // From `begin` to the end of the token before the current one.
  Span since(std::uint32_t begin) const;
  std::string describe_current() const;

  // ---- errors
  template <class... Args>
  diag::Diagnostic& report(diag::Kind kind, Span where, const Args&... args) {
    if (gave_up_) return dropped_ = diag::Diagnostic();
    ++errors_;
    return sink_.report(kind, where, args...);
  }
  diag::Diagnostic& report_unexpected(std::string_view wanted);
  [[noreturn]] void unexpected(std::string_view wanted);
  void give_up();
  bool starts_statement() const;
  bool starts_declaration() const;
  void skip_to_statement();
  void skip_to_declaration();

  // ---- declarations and statements (parser.cpp)
  void parse_declaration();
  void parse_variables();
  void parse_process();
  void parse_clause(std::vector<Clause>& clauses);
  void parse_formula_declaration();
  Name parse_name(std::string_view what);
  Block parse_block();
  Block parse_statements(std::string_view close);
  void separate_statements(const Stmt& last, std::string_view close);
  Stmt* parse_statement();
  void parse_if(Stmt& stmt);
  void parse_while(Stmt& stmt);
  void parse_spawn(Stmt& stmt);
  void parse_assignment(Stmt& stmt);
  std::uint32_t parse_bound();

  // ---- expressions and formulas (parser_expr.cpp)
  Expr* make(Expr expr);
  Expr* parse_expr();
  Expr* parse_binary(int least);
  Expr* parse_unary();
  Expr* parse_primary();
  Expr* parse_quantifier();
  Expr* parse_box();
  Expr* parse_update();
  base::Integer parse_number();

  base::FileId id_;
  base::TokenStream<Token> tokens_;
  diag::Sink& sink_;
  File& file_;
  std::uint32_t depth_ = 0;
  std::size_t errors_ = 0;
  bool gave_up_ = false;  // what follows is a consequence
  diag::Diagnostic dropped_;
};

}  // namespace pl
