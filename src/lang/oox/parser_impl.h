// The recursive-descent parser of one file. Internal to parser*.cpp.
//
// Errors. `error` reports and puts the parser into recovery: until `synchronize`
// finds a place to go on, further errors are consequences and stay silent. `slip`
// reports a mistake whose meaning is clear, and parsing goes on as if it were
// right. Every loop over a list makes progress even on garbage.
//
// Depth. `Nesting` guards every recursive production: beyond kMaxNesting the file
// is given up. Operator chains are loops here but high trees, so `make` bounds the
// height of each expression too.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/nesting.h"
#include "base/source.h"
#include "lang/oox/ast.h"
#include "lang/oox/lexer.h"
#include "lang/oox/reporter.h"
#include "lang/oox/symbols.h"
#include "lang/oox/token.h"

namespace oox {

class Parser {
 public:
  static constexpr std::uint32_t kMaxNesting = 1000;
  static constexpr std::uint32_t kMaxHeight = 10'000;
  static constexpr std::uint32_t kMaxDimensions = 100;
  // Recovery gives a file up that shows nothing to go on with for so many tokens.
  static constexpr std::uint32_t kMaxSkipped = 100'000;

  Parser(const base::Sources& sources, base::FileId file, Program& program, Unit& unit,
         Reporter& reporter);

  void parse_unit();

 private:
  struct Nesting : base::NestingLevel {
    explicit Nesting(Parser& parser);
  };

  // ---- tokens (parser.cpp)
  const Token& current() const { return window_[0]; }
  const Token& peek(std::size_t ahead) const { return window_[ahead]; }
  bool at(TokenKind kind) const { return window_[0].kind == kind; }
  bool at_word(std::string_view word) const { return is_word(window_[0], word); }
  bool is_word(const Token& token, std::string_view word) const;
  // Whether two tokens touch, as in `+=`.
  static bool touch(const Token& first, const Token& second) { return first.end == second.begin; }
  void advance();
  bool accept(TokenKind kind);
  Span span(const Token& token) const { return {file_, token.begin, token.end}; }
  Span span_from(std::uint32_t begin) const { return {file_, begin, std::max(begin, last_end_)}; }
  Span after_last() const { return {file_, last_end_, last_end_}; }
  std::string_view text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  std::string_view source(Span where) const {
    return text_.substr(where.begin, where.end - where.begin);
  }
  std::string describe_current() const;

  // ---- errors and recovery (parser.cpp)
  template <class... Args>
  diag::Diagnostic& error(diag::Kind kind, Span where, const Args&... args) {
    bool is_silent = recovering_ || current().after_error;
    recovering_ = true;
    return is_silent ? reporter_.dropped() : reporter_.report(kind, where, args...);
  }
  template <class... Args>
  diag::Diagnostic& slip(diag::Kind kind, Span where, const Args&... args) {
    bool is_silent = recovering_ || current().after_error;
    return is_silent ? reporter_.dropped() : reporter_.report(kind, where, args...);
  }
  diag::Diagnostic& expected(std::string_view what);
  bool expect(TokenKind kind);
  // The partner of `open`, which is named if it is missing.
  bool expect_close(TokenKind kind, Span open);
  void expect_semicolon();
  void expect_semicolon_of(std::string_view what);
  // The `;` of a statement that may also be a part of the head of a `for`.
  void end_statement();
  // After an error: to the end of the statement; the head of a `for` is left to its parser.
  void give_up_statement();
  void unclosed_brace(Span open);
  void synchronize_statement();
  void synchronize_member();
  void synchronize_class();
  void skip_group();
  // Skips a token in recovery; `count` tells how many were skipped in a row.
  void skip(std::uint32_t& count);
  bool starts_type(const Token& token) const;
  bool starts_class() const;
  bool starts_member() const;
  bool has_body_after(std::uint32_t paren) const;
  bool starts_statement(TokenKind kind) const;

  // ---- declarations (parser_decl.cpp)
  struct Modifiers {
    std::optional<Span> is_static, is_abstract, is_default;
  };
  void parse_class(std::vector<ClassDecl>& classes);
  void parse_supertypes(ClassDecl& decl);
  void parse_names(std::vector<NameRef>& names);
  void parse_members(ClassDecl& decl, Span open);
  Modifiers parse_modifiers();
  void parse_modifier(std::optional<Span>& modifier);
  bool parse_member(const ClassDecl& decl, Member& member);
  void check_modifiers(const ClassDecl& decl, const Member& member, const Modifiers& modifiers);
  bool at_formula_member() const;
  bool parse_formula_member(Member& member);
  bool parse_spec_type(Member& member);
  bool parse_column(std::vector<TypeExpr*>& columns);
  void parse_field_rest(Member& member);
  void parse_method_rest(Member& member);
  List<Param> parse_params();
  List<Clause> parse_clauses();
  List<Clause> parse_invariants();
  bool parse_class_invariant(Member& member);
  bool at_invariant() const;
  bool parse_conditions(ClauseKind kind, std::vector<Clause>& clauses);
  bool parse_name(Symbol& name, Span& where);
  TypeExpr* parse_type(bool allow_void);
  bool parse_base_type(TypeExpr& type);
  void parse_dimensions(TypeExpr& type);

  // ---- statements (parser_stmt.cpp)
  Stmt* make(const Stmt& stmt) { return program_.arena.make(stmt); }
  Stmt* error_stmt(std::uint32_t begin);
  Stmt* parse_block();
  bool is_stray_semicolon(const std::vector<Stmt*>& before) const;
  Stmt* parse_statement();
  Stmt* parse_keyword_statement();
  Stmt* parse_simple(StmtKind kind);
  Stmt* parse_word_statement(StmtKind kind);
  Stmt* parse_operand_statement(StmtKind kind);
  Stmt* parse_while();
  Stmt* parse_for();
  bool parse_for_head(Stmt& stmt);
  List<Stmt*> parse_for_parts(TokenKind end);
  Stmt* parse_if();
  Stmt* parse_try();
  Stmt* parse_return();
  Stmt* parse_throw();
  Stmt* parse_fork();
  Stmt* parse_super_call();
  Stmt* parse_body(std::string_view owner);
  Expr* parse_guard();

  // ---- declarations of variables, assignments and calls (parser_assign.cpp)
  bool at_declaration() const;
  Stmt* parse_declaration();
  Stmt* parse_expression_statement();
  Stmt* parse_assignment(Stmt stmt, Expr* target);
  Stmt* parse_update(Stmt stmt, Expr* target);
  Stmt* parse_prefix_step(Stmt stmt);
  bool check_target(const Expr& target);
  Expr* make_one(Span where);
  // The operator that may stand before `=`.
  static std::optional<BinaryOp> arithmetic_op(TokenKind kind);
  // `+=` and its kin; `++` and `--`.
  bool at_compound() const;
  bool at_step() const;

  // ---- habits from other languages (parser_slips.cpp)
  bool skip_foreign_modifier();
  void skip_unknown_clause();
  void reject_more_declarators();
  bool report_increment(Span operand);
  bool report_foreign_statement();
  bool report_for_each(std::uint32_t begin);
  Expr* report_statement_call(const Expr& receiver);
  void skip_array_brackets(Span name);
  static const std::vector<std::string_view>& statement_words();
  void report_unknown_statement(const Expr& head);
  bool report_output(const Expr& call);
  void report_throw(const Expr& value);
  // Whether `<` so many tokens ahead begins type arguments.
  bool at_type_arguments(std::size_t ahead) const;
  void skip_type_arguments(std::uint32_t begin, std::string_view help);
  Expr* reject_array_literal(std::string_view target);
  Expr* parse_source(Span target);

  // ---- expressions (parser_expr.cpp)
  Expr* make(Expr expr);
  Expr* error_expr();
  bool is_too_high(std::size_t height);
  Expr* parse_expr();
  Expr* parse_implication();
  Expr* parse_binary(int least);
  Expr* parse_instanceof(Expr* operand);
  Expr* parse_unary();
  Expr* parse_prefix(ExprKind kind, UnaryOp op);
  Expr* parse_quantifier();
  Expr* parse_postfix();
  Expr* parse_primary();
  Expr* parse_paren();
  Expr* parse_literal(ExprKind kind);
  Expr* parse_number();
  Expr* parse_name_expr();
  Expr* parse_super();
  Expr* parse_new();
  Expr* parse_new_array(Expr expr);
  List<Expr*> parse_args();
  bool at_cast() const;
  Expr* parse_cast();

  base::FileId file_;
  std::string_view text_;
  Program& program_;
  Unit& unit_;
  Reporter& reporter_;
  Lexer lexer_;
  std::array<Token, 5> window_;  // the current token and four more
  std::uint32_t last_end_ = 0;   // where the token before the current one ended
  std::uint32_t depth_ = 0;
  bool recovering_ = false;
  bool in_head_ = false;  // of a `for`: its parts have no `;` of their own
};

}  // namespace oox
