#include "logic/ltl/parser.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "base/nesting.h"
#include "base/token_stream.h"
#include "logic/ltl/lexer.h"
#include "logic/ltl/patterns.h"

namespace ltl {

SyntaxPtr make_syntax(SyntaxKind kind, base::Span span, std::vector<SyntaxPtr> args) {
  Syntax node;
  node.kind = kind;
  node.span = span;
  node.args = std::move(args);
  return std::make_shared<const Syntax>(std::move(node));
}

namespace {

constexpr std::uint32_t kMaxNesting = 500;

// Unwinds to `parse` after an error has been reported; it never leaves this file.
struct SyntaxError {};

class Parser {
 public:
  Parser(std::vector<Token> tokens, diag::Sink& sink) : tokens_(std::move(tokens)), sink_(sink) {}

  SyntaxPtr run() {
    SyntaxPtr result = formula();
    if (peek().kind != TokenKind::End) unexpected("an operator or the end of the formula");
    return result;
  }

 private:
  // --- tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_.peek(ahead); }
  const Token& take() { return tokens_.take(); }
  bool is_mark(std::string_view text, std::size_t ahead = 0) const {
    return tokens_.is(TokenKind::Mark, text, ahead);
  }
  bool is_word(std::string_view text) const {
    return tokens_.is(TokenKind::Name, text) && !peek().quoted;
  }
  bool accept(std::string_view mark) { return tokens_.accept(TokenKind::Mark, mark); }
  void expect(std::string_view mark) {
    if (!accept(mark)) unexpected(fmt::format("`{}`", mark));
  }
  [[noreturn]] void unexpected(const std::string& wanted) {
    const Token& token = peek();
    std::string found =
        token.kind == TokenKind::End ? "the end of the formula" : fmt::format("`{}`", token.text);
    sink_.report(diag::Kind::LtlUnexpected, token.span, wanted, found);
    throw SyntaxError{};
  }
  std::string expect_name(const std::string& what) {
    if (peek().kind != TokenKind::Name) unexpected(what);
    return take().text;
  }

  struct Nesting : base::NestingLevel {
    explicit Nesting(Parser& parser) : NestingLevel(parser.depth_, kMaxNesting) {
      if (fits()) return;
      parser.sink_.report(diag::Kind::LtlTooDeep, parser.peek().span, kMaxNesting);
      throw SyntaxError{};
    }
  };

  // In a condition there is nothing temporal.
  void forbid_in_condition(const Token& token) {
    if (!in_condition_) return;
    sink_.report(diag::Kind::LtlTemporalCondition, token.span, token.text);
    throw SyntaxError{};
  }

  static SyntaxPtr binary(SyntaxKind kind, const SyntaxPtr& a, const SyntaxPtr& b) {
    return make_syntax(kind, base::join(a->span, b->span), {a, b});
  }

  // --- formulas, from weak to tight
  SyntaxPtr formula() {
    Nesting nesting(*this);
    SyntaxPtr left = implication();
    while (accept("<->")) left = binary(SyntaxKind::Iff, left, implication());
    return left;
  }

  SyntaxPtr implication() {
    Nesting nesting(*this);
    SyntaxPtr left = disjunction();
    if (accept("->") || accept("==>")) return binary(SyntaxKind::Implies, left, implication());
    return left;
  }

  SyntaxPtr disjunction() {
    SyntaxPtr left = conjunction();
    while (accept("||")) left = binary(SyntaxKind::Or, left, conjunction());
    return left;
  }

  SyntaxPtr conjunction() {
    SyntaxPtr left = until();
    while (accept("&&")) left = binary(SyntaxKind::And, left, until());
    return left;
  }

  std::optional<SyntaxKind> infix() const {
    if (is_word("U")) return SyntaxKind::Until;
    if (is_word("R")) return SyntaxKind::Release;
    if (is_word("W")) return SyntaxKind::WeakUntil;
    return std::nullopt;
  }

  SyntaxPtr until() {
    Nesting nesting(*this);
    SyntaxPtr left = unary();
    auto kind = infix();
    if (!kind) return left;
    forbid_in_condition(take());
    return binary(*kind, left, until());
  }

  std::optional<SyntaxKind> prefix() const {
    if (is_mark("[]") || is_word("G")) return SyntaxKind::Globally;
    if (is_mark("<>") || is_word("F")) return SyntaxKind::Finally;
    if (is_word("X")) return SyntaxKind::Next;
    if (is_mark("!")) return SyntaxKind::Not;
    return std::nullopt;
  }

  SyntaxPtr unary() {
    Nesting nesting(*this);
    // A class may be called G: then a place follows.
    auto kind = is_mark("@", 1) ? std::nullopt : prefix();
    if (kind) {
      Token token = take();
      if (*kind != SyntaxKind::Not) forbid_in_condition(token);
      SyntaxPtr operand = unary();
      return make_syntax(*kind, base::join(token.span, operand->span), {operand});
    }
    bool is_quantifier = (is_word("forall") || is_word("exists")) && !is_mark("(", 1);
    if (is_quantifier) return quantifier();
    return atom();
  }

  // forall q : Queue, m1, m2 : Msg . body
  SyntaxPtr quantifier() {
    Token word = take();
    forbid_in_condition(word);
    struct Variable {
      Token token;
      std::string cls;
      base::Span cls_span;
    };
    std::vector<Variable> variables;
    for (std::size_t first = 0; variables.empty() || accept(",");) {
      if (peek().kind != TokenKind::Name || peek().text.find('.') != std::string::npos) {
        unexpected("the name of a variable");
      }
      variables.push_back({take(), "", {}});
      if (!accept(":")) {
        if (!is_mark(",")) unexpected("`:` and a class");
        continue;
      }
      base::Span span = peek().span;
      std::string cls = expect_name("a class");
      for (; first < variables.size(); ++first) {
        variables[first].cls = cls;
        variables[first].cls_span = span;
      }
    }
    expect(".");
    SyntaxPtr body = formula();
    bool is_forall = word.text == "forall";
    for (std::size_t i = variables.size(); i-- > 0;) {
      Syntax node;
      node.kind = is_forall ? SyntaxKind::Forall : SyntaxKind::Exists;
      node.span = base::join(word.span, body->span);
      node.name = variables[i].token.text;
      node.text = variables[i].cls;
      node.text_span = variables[i].cls_span;
      node.args = {body};
      body = std::make_shared<const Syntax>(std::move(node));
    }
    return body;
  }

  SyntaxPtr atom() {
    if (is_word("true") || is_word("false")) {
      bool value = is_word("true");
      // true and false are operands of comparisons, too.
      SyntaxPtr left = make_syntax(value ? SyntaxKind::True : SyntaxKind::False, take().span);
      return comparison(left);
    }
    if (is_mark("(")) {
      base::Span open = take().span;
      Syntax inner = *formula();
      inner.span = base::join(open, peek().span);  // with its parentheses
      expect(")");
      return std::make_shared<const Syntax>(std::move(inner));
    }
    bool is_call = peek().kind == TokenKind::Name && !peek().quoted && is_mark("(", 1);
    if (is_call && (find_pattern(peek().text) || find_scope(peek().text))) return pattern();
    if (peek().kind == TokenKind::Name && is_mark("@", 1)) return place();
    return comparison(operand());
  }

  // Class.method@entry(condition)
  SyntaxPtr place() {
    Token name = take();
    forbid_in_condition(peek());
    take();
    if (peek().kind != TokenKind::Name && peek().kind != TokenKind::Number) {
      unexpected("`entry`, `exit`, a line or a location");
    }
    Token where = take();
    Syntax node;
    node.kind = SyntaxKind::At;
    node.name = name.text;
    node.text = where.text;
    node.text_span = where.span;
    node.span = base::join(name.span, where.span);
    if (accept("(")) {
      in_condition_ = true;
      node.args.push_back(formula());
      in_condition_ = false;
      node.span = base::join(name.span, peek().span);
      expect(")");
    }
    return std::make_shared<const Syntax>(std::move(node));
  }

  // An operand of a pattern: a formula, or `s then t`.
  std::vector<SyntaxPtr> link() {
    std::vector<SyntaxPtr> result{formula()};
    while (is_word("then")) {
      take();
      result.push_back(formula());
    }
    return result;
  }

  // The chains of the collection have two links, on one side of `precedes` or `responds`.
  [[noreturn]] void bad_chain(base::Span span) {
    sink_.report(diag::Kind::LtlChain, span);
    throw SyntaxError{};
  }

  static Pattern with_chain(Pattern pattern, bool first) {
    if (pattern == Pattern::Precedes) {
      return first ? Pattern::ChainPrecedes : Pattern::PrecedesChain;
    }
    return first ? Pattern::ChainResponds : Pattern::RespondsChain;
  }

  // The pattern whose name was taken.
  PatternUse pattern_use(const Token& name) {
    PatternUse result{*find_pattern(name.text), 0, {}};
    expect("(");
    if (result.pattern == Pattern::AtMost) result.bound = bound();
    std::vector<std::vector<SyntaxPtr>> links;
    do links.push_back(link());
    while (accept(","));
    base::Span span = base::join(name.span, peek().span);
    expect(")");
    std::size_t wanted = operand_count(result.pattern);
    if (links.size() != wanted) {
      std::string count = fmt::format("{} operand{}", wanted, wanted == 1 ? "" : "s");
      sink_.report(diag::Kind::LtlPatternArity, span, name.text, count, links.size());
      throw SyntaxError{};
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      bool is_chain = links[i].size() > 1;
      bool fits = wanted == 2 && links[i].size() == 2 && links[1 - i].size() == 1;
      if (is_chain && !fits) bad_chain(span);
      if (is_chain) result.pattern = with_chain(result.pattern, i == 0);
      result.operands.insert(result.operands.end(), links[i].begin(), links[i].end());
    }
    return result;
  }

  // The number in `at_most(2, p)`.
  std::int64_t bound() {
    Token token = take();
    std::int64_t result = -1;
    const char* end = token.text.data() + token.text.size();
    bool is_number = token.kind == TokenKind::Number &&
                     std::from_chars(token.text.data(), end, result).ec == std::errc();
    if (!is_number || result > kMostOccurrences) {
      sink_.report(diag::Kind::LtlBound, token.span, kMostOccurrences);
      throw SyntaxError{};
    }
    expect(",");
    return result;
  }

  SyntaxPtr pattern() {
    Nesting nesting(*this);
    Token name = take();
    forbid_in_condition(name);
    if (find_pattern(name.text)) {
      PatternUse use = pattern_use(name);
      return expand(use, Scope::Globally, {}, base::join(name.span, use.operands.back()->span));
    }
    Scope scope = *find_scope(name.text);
    std::vector<SyntaxPtr> limits;
    expect("(");
    for (std::size_t i = 0; i < operand_count(scope); ++i) {
      limits.push_back(formula());
      expect(",");
    }
    Token inner = peek();
    auto scoped = inner.kind == TokenKind::Name ? find_pattern(inner.text) : std::nullopt;
    if (!scoped || !is_mark("(", 1)) {
      sink_.report(diag::Kind::LtlScopeNeedsPattern, inner.span, name.text);
      throw SyntaxError{};
    }
    take();
    PatternUse use = pattern_use(inner);
    base::Span span = base::join(name.span, peek().span);
    expect(")");
    return expand(use, scope, limits, span);
  }

  // --- comparisons
  static bool is_comparison(const Token& token) {
    if (token.kind != TokenKind::Mark) return false;
    const std::string& t = token.text;
    return t == "==" || t == "!=" || t == "<" || t == "<=" || t == ">" || t == ">=";
  }

  SyntaxPtr comparison(SyntaxPtr left) {
    if (!is_comparison(peek())) return left;
    Token op = take();
    SyntaxPtr right = operand();
    Syntax node;
    node.kind = SyntaxKind::Compare;
    node.text = op.text;
    node.text_span = op.span;
    node.span = base::join(left->span, right->span);
    node.args = {left, right};
    return std::make_shared<const Syntax>(std::move(node));
  }

  SyntaxPtr operand() {
    SyntaxPtr left = primary();
    while (is_mark("+") || is_mark("-")) {
      bool add = take().text == "+";
      left = binary(add ? SyntaxKind::Add : SyntaxKind::Subtract, left, primary());
    }
    return left;
  }

  SyntaxPtr primary() {
    Nesting nesting(*this);
    if (is_mark("-")) {
      Token sign = take();
      SyntaxPtr value = primary();
      return make_syntax(SyntaxKind::Negative, base::join(sign.span, value->span), {value});
    }
    Syntax node;
    node.span = peek().span;
    if (peek().kind == TokenKind::Number) {
      Token token = take();
      node.kind = SyntaxKind::Number;
      const char* end = token.text.data() + token.text.size();
      bool fits = std::from_chars(token.text.data(), end, node.number).ec == std::errc() &&
                  node.number <= std::numeric_limits<std::int32_t>::max();
      if (!fits) {
        sink_.report(diag::Kind::LtlType, token.span, "a number beyond 32 bits");
        throw SyntaxError{};
      }
    } else if (is_word("null")) {
      take();
      node.kind = SyntaxKind::Null;
    } else if (is_word("true") || is_word("false")) {
      node.kind = take().text == "true" ? SyntaxKind::True : SyntaxKind::False;
    } else if (peek().kind == TokenKind::Name) {
      node.kind = SyntaxKind::Name;
      node.name = take().text;
    } else {
      unexpected(in_condition_ ? "a comparison" : "a formula");
    }
    return std::make_shared<const Syntax>(std::move(node));
  }

  base::TokenStream<Token> tokens_;
  diag::Sink& sink_;
  std::uint32_t depth_ = 0;
  bool in_condition_ = false;
};

}  // namespace

SyntaxPtr parse(const base::Sources& sources, base::FileId file, diag::Sink& sink) {
  std::size_t before = sink.error_count();
  std::vector<Token> tokens = tokenize(sources, file, sink);
  if (sink.error_count() != before) return nullptr;
  try {
    return Parser(std::move(tokens), sink).run();
  } catch (const SyntaxError&) {
    return nullptr;
  }
}

std::string text_of(const Syntax& s) {
  auto arg = [&](std::size_t i) { return text_of(*s.args[i]); };
  auto infix = [&](std::string_view op) { return fmt::format("({} {} {})", arg(0), op, arg(1)); };
  switch (s.kind) {
    case SyntaxKind::True: return "true";
    case SyntaxKind::False: return "false";
    case SyntaxKind::Next: return "X " + arg(0);
    case SyntaxKind::Globally: return "[]" + arg(0);
    case SyntaxKind::Finally: return "<>" + arg(0);
    case SyntaxKind::Until: return infix("U");
    case SyntaxKind::Release: return infix("R");
    case SyntaxKind::WeakUntil: return infix("W");
    case SyntaxKind::Not: return "!" + arg(0);
    case SyntaxKind::And: return infix("&&");
    case SyntaxKind::Or: return infix("||");
    case SyntaxKind::Implies: return infix("->");
    case SyntaxKind::Iff: return infix("<->");
    case SyntaxKind::Forall: return fmt::format("forall {} : {} . {}", s.name, s.text, arg(0));
    case SyntaxKind::Exists: return fmt::format("exists {} : {} . {}", s.name, s.text, arg(0));
    case SyntaxKind::At:
      return fmt::format("{}@{}{}", s.name, s.text,
                         s.args.empty() ? "" : fmt::format("({})", arg(0)));
    case SyntaxKind::Compare: return fmt::format("{} {} {}", arg(0), s.text, arg(1));
    case SyntaxKind::Name: return s.name;
    case SyntaxKind::Number: return std::to_string(s.number);
    case SyntaxKind::Null: return "null";
    case SyntaxKind::Negative: return "-" + arg(0);
    case SyntaxKind::Add: return fmt::format("{} + {}", arg(0), arg(1));
    case SyntaxKind::Subtract: return fmt::format("{} - {}", arg(0), arg(1));
  }
  return {};
}

}  // namespace ltl
