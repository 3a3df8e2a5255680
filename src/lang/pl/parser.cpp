#include "lang/pl/parser.h"

#include <algorithm>

#include "lang/pl/parser_impl.h"

namespace pl {

using diag::Kind;

void parse_file(const base::Sources& sources, base::FileId id, File& file, diag::Sink& sink) {
  Parser(id, lex(id, sources.file(id).text(), sink), sink, file).parse_file();
}

Parser::Nesting::Nesting(Parser& parser) : NestingLevel(parser.depth_, kMaxNesting) {
  if (fits()) return;
  parser.report(Kind::PlTooDeep, parser.here(), kMaxNesting);
  parser.give_up();
  throw SyntaxError{};
}

// ---------------------------------------------------------------- tokens and errors

Span Parser::since(std::uint32_t begin) const {
  const std::uint32_t end = tokens_.position() == 0 ? begin : tokens_[tokens_.position() - 1].end;
  return {id_, begin, std::max(begin, end)};
}

std::string Parser::describe_current() const {
  constexpr std::size_t kMaxShown = 40;
  if (at_end()) return "the end of the file";
  const std::string_view text = current().text;
  if (text.size() <= kMaxShown) return fmt::format("`{}`", text);
  return fmt::format("`{}…`", text.substr(0, kMaxShown));
}

diag::Diagnostic& Parser::report_unexpected(std::string_view wanted) {
  diag::Diagnostic& added = report(Kind::PlUnexpected, here(), wanted, describe_current());
  if (at("=")) added.help("write `:=` to assign and `==` to compare");
  if (current().kind == TokenKind::Keyword && wanted.starts_with("a name")) {
    added.note(fmt::format("`{}` is a keyword", current().text));
  }
  return added;
}

void Parser::unexpected(std::string_view wanted) {
  report_unexpected(wanted);
  throw SyntaxError{};
}

void Parser::expect(std::string_view text) {
  if (!accept(text)) unexpected(fmt::format("`{}`", text));
}

void Parser::expect_close(std::string_view text, Span open) {
  if (accept(text)) return;
  report_unexpected(fmt::format("`{}`", text)).label(open, "to match this");
  throw SyntaxError{};
}

void Parser::give_up() {
  tokens_.move_to_end();
  gave_up_ = true;
}

bool Parser::starts_statement() const {
  static constexpr std::string_view kFirst[] = {"if",   "while",  "await",  "new",
                                                "skip", "assert", "assume", "join"};
  return current().kind == TokenKind::Keyword &&
         std::find(std::begin(kFirst), std::end(kFirst), current().text) != std::end(kFirst);
}

bool Parser::starts_declaration() const {
  return at("proc") || at("requires") || at("ensures") || at("formula") || at("int") || at("bool");
}

// Goes past the statement that went wrong: behind its `;`, or before a `}` that closes the
// block around it, or before what begins a statement on a line of its own.
void Parser::skip_to_statement() {
  int depth = 0;
  for (; !at_end(); advance()) {
    if (errors_ >= kMaxErrors) return give_up();
    if (at("{")) ++depth;
    if (at("}") && depth-- == 0) return;
    if (at("proc")) return;
    if (depth > 0) continue;
    if (accept(";")) return;
    const bool assigns = current().kind == TokenKind::Name && is(peek(), ":=");
    if (current().starts_line && (starts_statement() || assigns)) return;
  }
}

void Parser::skip_to_declaration() {
  if (errors_ >= kMaxErrors) return give_up();
  while (!at_end() && !(starts_declaration() && current().starts_line) && !at("proc")) advance();
}

// ---------------------------------------------------------------- declarations

void Parser::parse_file() {
  while (!at_end()) {
    try {
      parse_declaration();
    } catch (const SyntaxError&) {
      skip_to_declaration();
    }
  }
  if (file_.processes.empty() && file_.formulas.empty() && !sink_.has_errors()) {
    report(Kind::PlEmpty, here());
  }
}

void Parser::parse_declaration() {
  if (at("int") || at("bool")) return parse_variables();
  if (at("proc")) return parse_process();
  if (at("requires")) return parse_clause(file_.requires_);
  if (at("ensures")) return parse_clause(file_.ensures);
  if (at("formula")) return parse_formula_declaration();
  unexpected("`proc`, a clause or a declaration");
}

// int x, y := 1;
void Parser::parse_variables() {
  const dl::Sort sort = at("int") ? dl::Sort::Int : dl::Sort::Bool;
  do {
    advance();
    Declaration declaration;
    declaration.sort = sort;
    declaration.name = parse_name("a name to declare");
    if (accept(":=")) declaration.initial = parse_expr();
    file_.declarations.push_back(declaration);
  } while (at(","));
  expect(";");
}

void Parser::parse_process() {
  Process process;
  const std::uint32_t begin = current().begin;
  advance();
  if (current().kind == TokenKind::Name) process.name = parse_name("a name");
  process.span = since(begin);
  process.body = parse_block();
  file_.processes.push_back(std::move(process));
}

void Parser::parse_clause(std::vector<Clause>& clauses) {
  const std::uint32_t begin = current().begin;
  advance();
  Clause clause;
  clause.formula = parse_expr();
  clause.span = since(begin);
  clauses.push_back(clause);
  accept(";");
}

// formula NAME: φ, or without a name
void Parser::parse_formula_declaration() {
  const std::uint32_t begin = current().begin;
  advance();
  Formula formula;
  if (current().kind == TokenKind::Name && is(peek(), ":")) {
    formula.name = parse_name("a name");
    advance();
  }
  formula.formula = parse_expr();
  formula.span = since(begin);
  file_.formulas.push_back(formula);
  accept(";");
}

Name Parser::parse_name(std::string_view what) {
  if (current().kind != TokenKind::Name) unexpected(what);
  Name name;
  name.text = current().text;
  name.span = here();
  advance();
  return name;
}

// ---------------------------------------------------------------- statements

Block Parser::parse_block() {
  Nesting nesting(*this);
  const Span open = here();
  expect("{");
  Block block = parse_statements("}");
  expect_close("}", open);
  return block;
}

// Up to `close`, which is not taken. Recovers from errors in statements.
Block Parser::parse_statements(std::string_view close) {
  Block block;
  while (!at(close) && !at_end() && !at("proc")) {
    try {
      if (accept(";")) continue;  // an empty statement does no harm
      block.push_back(parse_statement());
      separate_statements(*block.back(), close);
    } catch (const SyntaxError&) {
      skip_to_statement();
      if (at("}") && close != "}") throw;  // inside parentheses
    }
  }
  return block;
}

// `;` stands between statements; behind a closing brace it may be left out.
void Parser::separate_statements(const Stmt& last, std::string_view close) {
  if (accept(";") || at(close)) return;
  const bool has_block = last.kind == dl::StmtKind::If || last.kind == dl::StmtKind::While;
  if (!has_block) unexpected(fmt::format("`;` or `{}`", close));
}

Stmt* Parser::parse_statement() {
  Nesting nesting(*this);
  const std::uint32_t begin = current().begin;
  Stmt stmt;
  auto with_condition = [&](dl::StmtKind kind) {
    stmt.kind = kind;
    advance();
    stmt.value = parse_expr();
  };
  if (at("if")) {
    parse_if(stmt);
    return &file_.stmts.emplace_back(std::move(stmt));
  }
  if (at("while")) {
    parse_while(stmt);
    return &file_.stmts.emplace_back(std::move(stmt));
  }
  if (at("await")) {
    with_condition(dl::StmtKind::Await);
  } else if (at("assert")) {
    with_condition(dl::StmtKind::Assert);
  } else if (at("assume")) {
    with_condition(dl::StmtKind::Assume);
  } else if (at("new")) {
    parse_spawn(stmt);
  } else if (accept("skip")) {
    stmt.kind = dl::StmtKind::Skip;
  } else if (accept("join")) {
    stmt.kind = dl::StmtKind::Join;
  } else {
    parse_assignment(stmt);
  }
  stmt.span = since(begin);
  return &file_.stmts.emplace_back(std::move(stmt));
}

void Parser::parse_if(Stmt& stmt) {
  const std::uint32_t begin = current().begin;
  stmt.kind = dl::StmtKind::If;
  advance();
  stmt.value = parse_expr();
  stmt.span = since(begin);
  stmt.body = parse_block();
  if (!accept("else")) return;
  if (at("if")) {
    stmt.otherwise.push_back(parse_statement());
  } else {
    stmt.otherwise = parse_block();
  }
}

// while (b)[3] invariant φ { … }
void Parser::parse_while(Stmt& stmt) {
  const std::uint32_t begin = current().begin;
  stmt.kind = dl::StmtKind::While;
  advance();
  stmt.value = parse_expr();
  if (at("[")) stmt.bound = parse_bound();
  stmt.span = since(begin);
  while (at("invariant")) {
    const std::uint32_t clause = current().begin;
    advance();
    stmt.invariants.push_back(parse_expr());
    accept(";");
    stmt.invariant_span = stmt.invariants.size() == 1
                              ? since(clause)
                              : base::join(stmt.invariant_span, since(clause));
  }
  stmt.body = parse_block();
}

std::uint32_t Parser::parse_bound() {
  const Span open = here();
  expect("[");
  const Span where = here();
  const base::Integer number = parse_number();
  expect_close("]", open);
  if (number > base::Integer(kMaxBound)) {
    report(Kind::PlLargeBound, where, kMaxBound);
    return kMaxBound;
  }
  return static_cast<std::uint32_t>(*number.to_int64());
}

void Parser::parse_spawn(Stmt& stmt) {
  stmt.kind = dl::StmtKind::Spawn;
  advance();
  const Span open = here();
  expect("(");
  stmt.body = parse_statements(")");
  expect_close(")", open);
}

void Parser::parse_assignment(Stmt& stmt) {
  stmt.kind = dl::StmtKind::Assign;
  stmt.target = parse_name("a statement");
  expect(":=");
  stmt.value = parse_expr();
}

}  // namespace pl
