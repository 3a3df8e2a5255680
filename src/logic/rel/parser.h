// The parser of relational text, for whoever embeds formulas in a language of its own: a list of
// tokens and functions that take a formula, a block, a declaration or a predicate from it. The
// grammar and its precedences are Alloy's (docs/language/relational.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/nesting.h"
#include "base/token_stream.h"
#include "logic/rel/lexer.h"
#include "logic/rel/syntax.h"

namespace rel {

// Thrown after an error was reported; whoever calls the functions below catches it and goes on
// where a new paragraph starts.
struct SyntaxError {};

class Parser {
 public:
  static constexpr std::uint32_t kMaxNesting = 1000;  // of parentheses and prefix operators
  static constexpr int kMaxHeight = 5000;             // of the tree, with chains of operators

  Parser(std::vector<Token> tokens, diag::Sink& sink) : tokens_(std::move(tokens)), sink_(sink) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // --- tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_.peek(ahead); }
  const Token& take() { return tokens_.take(); }
  bool at_end() const { return peek().kind == TokenKind::End; }
  bool is_mark(std::string_view text, std::size_t ahead = 0) const {
    return tokens_.is(TokenKind::Mark, text, ahead);
  }
  bool is_word(std::string_view text, std::size_t ahead = 0) const {
    return tokens_.is(TokenKind::Name, text, ahead);
  }
  bool accept_mark(std::string_view text) { return tokens_.accept(TokenKind::Mark, text); }
  bool accept_word(std::string_view text) { return tokens_.accept(TokenKind::Name, text); }
  Token expect_mark(std::string_view text);
  Token expect_word(std::string_view text);
  SyntaxName expect_name(const std::string& what);  // no reserved word
  std::int64_t expect_number(const std::string& what);
  [[noreturn]] void unexpected(const std::string& wanted);
  // Moves on until `is_start` holds for a token outside all braces, at least by one token.
  template <class Predicate>
  void skip_to(Predicate is_start) {
    int depth = 0;
    do {
      if (is_mark("{")) ++depth;
      if (is_mark("}") && depth > 0) --depth;
      take();
    } while (!at_end() && !(depth == 0 && is_start()));
  }
  diag::Sink& sink() { return sink_; }

  // --- the grammar; all throw SyntaxError
  SyntaxPtr expr();                 // anything: a formula, a relation, an integer
  SyntaxPtr block();                // `{ formula* }`
  SyntaxPtr multiplicity_expr();    // `lone A`, `A -> one B`: the right side of a declaration
  std::vector<SyntaxDecl> decls();  // `a, b: A, disj c, d: B`
  // `pred name[decls] { … }` and `fun name[decls]: type { … }`, from behind the first word.
  CallableSyntax predicate();
  CallableSyntax function();

 private:
  struct Nesting : base::NestingLevel {
    explicit Nesting(Parser& parser);
  };
  SyntaxPtr made(Syntax node);
  SyntaxPtr unary(const Token& op, std::string text, SyntaxPtr operand);
  SyntaxPtr binary(std::string text, SyntaxPtr a, SyntaxPtr b);
  SyntaxPtr disjunction();
  SyntaxPtr equivalence();
  SyntaxPtr implication();
  SyntaxPtr conjunction();
  SyntaxPtr negation();
  SyntaxPtr comparison();
  SyntaxPtr multiplicity();
  SyntaxPtr sum_level();
  SyntaxPtr cardinality();
  SyntaxPtr override_level();
  SyntaxPtr intersection();
  SyntaxPtr arrow();
  SyntaxPtr domain_level();
  SyntaxPtr range_level();
  SyntaxPtr box_level();
  SyntaxPtr join_level();
  SyntaxPtr prime_level();
  SyntaxPtr prefix_level();
  SyntaxPtr primary();
  SyntaxPtr quantified();
  SyntaxPtr let();
  SyntaxPtr braces();
  SyntaxPtr body();
  SyntaxPtr name();
  bool at_bind() const;
  bool at_quantifier() const;
  bool is_declaration(std::size_t ahead) const;
  SyntaxDecl decl();
  CallableSyntax callable(bool is_function);
  void box_arguments(Syntax& node);
  // `accept` one of the words or marks; empty: none.
  std::string operator_among(std::initializer_list<std::string_view> texts);

  base::TokenStream<Token> tokens_;
  diag::Sink& sink_;
  std::uint32_t depth_ = 0;
};

}  // namespace rel
