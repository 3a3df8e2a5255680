#include "logic/ltl/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "base/nesting.h"
#include "base/token_stream.h"
#include "logic/ltl/lexer.h"
#include "logic/ltl/patterns.h"

namespace ltl {

namespace {

constexpr std::uint32_t kMaxNesting = 500;

// Unwinds to `parse` after an error has been reported; it never leaves this file.
struct SyntaxError {};

// What a name, a number or a sum is, and a formula is not.
bool is_operand(const Syntax& s) { return s.kind >= SyntaxKind::Name; }

bool is_of_one_state(const Syntax& s) {
  bool is_own = s.kind < SyntaxKind::Next || s.kind > SyntaxKind::WeakUntil;
  bool binds = s.kind == SyntaxKind::Forall || s.kind == SyntaxKind::Exists;
  return is_own && !binds && std::all_of(s.args.begin(), s.args.end(), [](const SyntaxPtr& arg) {
           return is_of_one_state(*arg);
         });
}

class Parser {
 public:
  Parser(std::vector<Token> tokens, diag::Sink& sink, const Observables& observables)
      : tokens_(std::move(tokens)), sink_(sink), observables_(observables) {}

  SyntaxPtr run() {
    SyntaxPtr result = formula();
    end("an operator or the end of the formula");
    return result;
  }

  Observable run_observable() {
    Observable result = observable();
    end("an operator or the end of the condition");
    return result;
  }

  void run_file(Properties& into) {
    while (peek().kind != TokenKind::End) {
      bool is_observable = is_word("observable");
      if (!is_observable && !is_word("property")) unexpected("`observable` or `property`");
      take();
      base::Span span = peek().span;
      std::string name = expect_name("a name");
      if (is_observable) {
        Observable made = observable();
        made.span = span;
        declare(name, std::move(made), sink_, into.observables);
      } else {
        expect(":");
        for (const NamedFormula& other : into.formulas) {
          if (other.name != name) continue;
          sink_.report(diag::Kind::LtlRepeated, span, name).label(other.span, "first here");
        }
        into.formulas.push_back({name, span, formula()});
      }
      expect(";");
    }
  }

 private:
  void end(const std::string& wanted) {
    if (peek().kind != TokenKind::End) unexpected(wanted);
  }

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
    for (const Variable& v : variables) bound_.push_back(v.token.text);
    SyntaxPtr body = formula();
    bound_.resize(bound_.size() - variables.size());
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
      auto result = std::make_shared<const Syntax>(std::move(inner));
      return is_operand(*result) ? comparison(operand(result)) : result;
    }
    bool is_call = peek().kind == TokenKind::Name && !peek().quoted && is_mark("(", 1);
    if (is_call && (find_pattern(peek().text) || find_scope(peek().text))) return pattern();
    if (peek().kind == TokenKind::Name && is_mark("@", 1)) return place();
    if (at_observable()) {
      SyntaxPtr left = observed();
      return is_operand(*left) ? comparison(operand(left)) : left;
    }
    if (peek().kind == TokenKind::Name && is_mark("[", 1)) {
      SyntaxPtr left = of_thread();
      return left->kind == SyntaxKind::ThreadAt ? left : comparison(operand(left));
    }
    return comparison(operand(primary()));
  }

  // Thread[null]@location, Thread[g.f]:variable.field
  SyntaxPtr of_thread() {
    Syntax node;
    Token name = take();
    forbid_in_condition(peek());
    take();
    Syntax which;
    which.span = peek().span;
    bool is_any = is_word("null");
    if (!is_any && peek().kind != TokenKind::Name) unexpected("`null` or the name of a variable");
    which.kind = is_any ? SyntaxKind::Null : SyntaxKind::Name;
    which.name = take().text;
    expect("]");
    bool is_place = accept("@");
    if (!is_place) expect(":");
    bool fits = peek().kind == TokenKind::Name || (is_place && peek().kind == TokenKind::Number);
    if (!fits) unexpected(is_place ? "a location" : "the name of a variable");
    Token what = take();
    node.kind = is_place ? SyntaxKind::ThreadAt : SyntaxKind::ThreadVariable;
    node.name = name.text;
    node.text = what.text;
    node.text_span = what.span;
    node.span = base::join(name.span, what.span);
    node.args = {std::make_shared<const Syntax>(std::move(which))};
    return std::make_shared<const Syntax>(std::move(node));
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

  // The pattern whose name was taken. The span is from there to the closing bracket.
  PatternUse pattern_use(const Token& name, base::Span& span) {
    PatternUse result{*find_pattern(name.text), 0, {}};
    expect("(");
    if (result.pattern == Pattern::AtMost) result.bound = bound();
    std::vector<std::vector<SyntaxPtr>> links;
    do links.push_back(link());
    while (accept(","));
    span = base::join(name.span, peek().span);
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

  static SyntaxPtr expanded(const PatternUse& use, Scope scope,
                            const std::vector<SyntaxPtr>& limits, base::Span span) {
    Syntax result = *expand(use, scope, limits, span);
    result.is_expanded = true;
    return std::make_shared<const Syntax>(std::move(result));
  }

  SyntaxPtr pattern() {
    Nesting nesting(*this);
    Token name = take();
    forbid_in_condition(name);
    if (find_pattern(name.text)) {
      base::Span span;
      PatternUse use = pattern_use(name, span);
      return expanded(use, Scope::Globally, {}, span);
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
    base::Span span;
    PatternUse use = pattern_use(inner, span);
    span = base::join(name.span, peek().span);
    expect(")");
    return expanded(use, scope, limits, span);
  }

  // --- observables
  bool at_observable() const {
    const std::string& name = peek().text;
    bool is_hidden = std::count(bound_.begin(), bound_.end(), name) > 0;
    return peek().kind == TokenKind::Name && !in_condition_ && !is_hidden &&
           observables_.contains(name);
  }

  // (a, b): CONDITION, behind the name
  Observable observable() {
    Observable result;
    if (accept("(")) {
      do {
        if (peek().text.find('.') != std::string::npos) unexpected("a name");
        result.params.push_back(expect_name("a name"));
      } while (accept(","));
      expect(")");
    }
    expect(":");
    result.body = formula();
    result.span = result.body->span;
    if (!is_of_one_state(*result.body)) {
      sink_.report(diag::Kind::LtlObservable, result.span);
      throw SyntaxError{};
    }
    return result;
  }

  // The condition that the name stands for, with the operands in the place of the parameters.
  SyntaxPtr observed() {
    Nesting nesting(*this);
    Token name = take();
    const Observable& found = observables_.find(name.text)->second;
    if (!found.body) {
      sink_.report(diag::Kind::LtlAmbiguous, name.span, name.text);
      throw SyntaxError{};
    }
    std::vector<SyntaxPtr> operands;
    base::Span span = name.span;
    if (!found.params.empty() && accept("(")) {
      do operands.push_back(operand(primary()));
      while (accept(","));
      span = base::join(span, peek().span);
      expect(")");
    }
    if (operands.size() != found.params.size()) {
      std::size_t wanted = found.params.size();
      sink_.report(diag::Kind::LtlPatternArity, span, name.text,
                   fmt::format("{} operand{}", wanted, wanted == 1 ? "" : "s"), operands.size());
      throw SyntaxError{};
    }
    Syntax result = *applied(*found.body, found, operands, name);
    result.span = span;
    result.is_expanded = true;
    return std::make_shared<const Syntax>(std::move(result));
  }

  SyntaxPtr applied(const Syntax& s, const Observable& to, const std::vector<SyntaxPtr>& operands,
                    const Token& at, bool in_place = false) {
    if (s.kind == SyntaxKind::Name) return applied_name(s, to, operands, at, in_place);
    Syntax result = s;
    bool is_place = in_place || s.kind == SyntaxKind::At;
    for (SyntaxPtr& arg : result.args) arg = applied(*arg, to, operands, at, is_place);
    return std::make_shared<const Syntax>(std::move(result));
  }

  static SyntaxPtr as_operand(const Syntax& s) {
    Syntax result = s;
    if (s.scope == NameScope::Written) result.scope = NameScope::Operand;
    for (SyntaxPtr& arg : result.args) arg = as_operand(*arg);
    return std::make_shared<const Syntax>(std::move(result));
  }

  // A name in an observable means what it means where it stands: nothing around its use hides it.
  SyntaxPtr applied_name(const Syntax& s, const Observable& to,
                         const std::vector<SyntaxPtr>& operands, const Token& at, bool in_place) {
    std::string head = s.name.substr(0, s.name.find('.'));
    auto param = std::find(to.params.begin(), to.params.end(), head);
    if (s.scope == NameScope::Fixed) return std::make_shared<const Syntax>(s);
    if (param == to.params.end()) {
      bool is_local = in_place && s.scope == NameScope::Written;
      if (!is_local && std::count(bound_.begin(), bound_.end(), head) > 0) {
        sink_.report(diag::Kind::LtlCaptured, at.span, head, at.text).label(s.span, "here");
        throw SyntaxError{};
      }
      Syntax own = s;
      if (s.scope == NameScope::Written) own.scope = NameScope::Fixed;
      return std::make_shared<const Syntax>(std::move(own));
    }
    Syntax operand = *as_operand(*operands[static_cast<std::size_t>(param - to.params.begin())]);
    std::string fields = s.name.substr(head.size());
    bool is_name = operand.kind == SyntaxKind::Name;
    if (!fields.empty() && !is_name) {
      sink_.report(diag::Kind::LtlType, operand.span,
                   fmt::format("`{}` needs an object here", at.text));
      throw SyntaxError{};
    }
    operand.name += fields;
    return std::make_shared<const Syntax>(std::move(operand));
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
    SyntaxPtr right = operand(primary());
    Syntax node;
    node.kind = SyntaxKind::Compare;
    node.text = op.text;
    node.text_span = op.span;
    node.span = base::join(left->span, right->span);
    node.args = {left, right};
    return std::make_shared<const Syntax>(std::move(node));
  }

  // After its first part.
  SyntaxPtr operand(SyntaxPtr left) {
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
    if (peek().kind == TokenKind::Name && is_mark("[", 1)) {
      SyntaxPtr value = of_thread();
      if (value->kind == SyntaxKind::ThreadVariable) return value;
      sink_.report(diag::Kind::LtlType, value->span, "this is a formula, not a value");
      throw SyntaxError{};
    }
    if (at_observable()) return observed();
    if (accept("(")) {
      SyntaxPtr inner = operand(primary());
      expect(")");
      return inner;
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
  const Observables& observables_;
  std::vector<std::string> bound_;  // the variables of quantifiers in scope
  std::uint32_t depth_ = 0;
  bool in_condition_ = false;
};

// Nothing after an error, which has been reported.
template <class Run>
void with_parser(const base::Sources& sources, base::Span part, diag::Sink& sink,
                 const Observables& observables, Run run) {
  std::size_t before = sink.error_count();
  std::vector<Token> tokens = tokenize(sources, part, sink);
  if (sink.error_count() != before) return;
  Parser parser(std::move(tokens), sink, observables);
  try {
    run(parser);
  } catch (const SyntaxError&) {
  }
}

base::Span whole(const base::Sources& sources, base::FileId file) {
  return {file, 0, static_cast<std::uint32_t>(sources.file(file).text().size())};
}

}  // namespace

SyntaxPtr parse(const base::Sources& sources, base::FileId file, diag::Sink& sink,
                const Observables& observables) {
  SyntaxPtr result;
  with_parser(sources, whole(sources, file), sink, observables,
              [&](Parser& parser) { result = parser.run(); });
  return result;
}

std::optional<Observable> parse_observable(const base::Sources& sources, base::Span text,
                                           diag::Sink& sink, const Observables& known) {
  std::optional<Observable> result;
  with_parser(sources, text, sink, known,
              [&](Parser& parser) { result = parser.run_observable(); });
  return result;
}

void parse_file(const base::Sources& sources, base::FileId file, diag::Sink& sink,
                Properties& into) {
  with_parser(sources, whole(sources, file), sink, into.observables,
              [&](Parser& parser) { parser.run_file(into); });
}

void declare(const std::string& name, Observable&& observable, diag::Sink& sink,
             Observables& into) {
  base::Span span = observable.span;
  auto [found, is_new] = into.try_emplace(name, std::move(observable));
  if (is_new) return;
  sink.report(diag::Kind::LtlRepeated, span, name).label(found->second.span, "first here");
}

}  // namespace ltl
