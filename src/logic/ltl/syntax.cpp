#include "logic/ltl/syntax.h"

#include <fmt/format.h>

#include <algorithm>

namespace ltl {

namespace {

// How tight an operator binds.
enum class Level : std::uint8_t { Quantifier, Iff, Implies, Or, And, Until, Compare, Unary, Atom };

Level level_of(SyntaxKind kind) {
  switch (kind) {
    case SyntaxKind::Forall:
    case SyntaxKind::Exists: return Level::Quantifier;
    case SyntaxKind::Iff: return Level::Iff;
    case SyntaxKind::Implies: return Level::Implies;
    case SyntaxKind::Or: return Level::Or;
    case SyntaxKind::And: return Level::And;
    case SyntaxKind::Until:
    case SyntaxKind::Release:
    case SyntaxKind::WeakUntil: return Level::Until;
    case SyntaxKind::Compare: return Level::Compare;
    case SyntaxKind::Next:
    case SyntaxKind::Globally:
    case SyntaxKind::Finally:
    case SyntaxKind::Not: return Level::Unary;
    default: return Level::Atom;
  }
}

class Writer {
 public:
  explicit Writer(bool all_parentheses) : all_(all_parentheses) {}

  std::string write(const Syntax& s) {
    switch (s.kind) {
      case SyntaxKind::True: return "true";
      case SyntaxKind::False: return "false";
      case SyntaxKind::Next: return "X " + operand(s, 0);
      case SyntaxKind::Globally: return "[]" + operand(s, 0);
      case SyntaxKind::Finally: return "<>" + operand(s, 0);
      case SyntaxKind::Until: return infix(s, "U");
      case SyntaxKind::Release: return infix(s, "R");
      case SyntaxKind::WeakUntil: return infix(s, "W");
      case SyntaxKind::Not: return "!" + operand(s, 0);
      case SyntaxKind::And: return infix(s, "&&");
      case SyntaxKind::Or: return infix(s, "||");
      case SyntaxKind::Implies: return infix(s, "->");
      case SyntaxKind::Iff: return infix(s, "<->");
      case SyntaxKind::Forall: return fmt::format("forall {} : {} . {}", s.name, s.text, arg(s, 0));
      case SyntaxKind::Exists: return fmt::format("exists {} : {} . {}", s.name, s.text, arg(s, 0));
      case SyntaxKind::At:
        return fmt::format("{}@{}{}", s.name, s.text,
                           s.args.empty() ? "" : fmt::format("({})", arg(s, 0)));
      case SyntaxKind::ThreadAt: return fmt::format("{}[{}]@{}", s.name, arg(s, 0), s.text);
      case SyntaxKind::Compare: return fmt::format("{} {} {}", arg(s, 0), s.text, arg(s, 1));
      case SyntaxKind::Name: {
        bool is_marked = all_ && s.scope == NameScope::Operand;
        return is_marked ? s.name + "'" : s.name;
      }
      case SyntaxKind::ThreadVariable: return fmt::format("{}[{}]:{}", s.name, arg(s, 0), s.text);
      case SyntaxKind::Number: return std::to_string(s.number);
      case SyntaxKind::Null: return "null";
      case SyntaxKind::Negative: return "-" + summand(s, 0);
      case SyntaxKind::Add: return fmt::format("{} + {}", arg(s, 0), summand(s, 1));
      case SyntaxKind::Subtract: return fmt::format("{} - {}", arg(s, 0), summand(s, 1));
    }
    return {};
  }

 private:
  std::string arg(const Syntax& s, std::size_t i) { return write(*s.args[i]); }

  std::string summand(const Syntax& s, std::size_t i) {
    SyntaxKind kind = s.args[i]->kind;
    bool is_sum = kind == SyntaxKind::Add || kind == SyntaxKind::Subtract;
    return is_sum ? "(" + arg(s, i) + ")" : arg(s, i);
  }

  // Chains of one && or || need no parentheses; until is clearer with them.
  std::string operand(const Syntax& s, std::size_t i) {
    const Syntax& part = *s.args[i];
    std::string text = write(part);
    if (all_) return text;
    Level own = level_of(s.kind);
    Level inner = level_of(part.kind);
    bool is_chain = part.kind == s.kind && (s.kind == SyntaxKind::And || s.kind == SyntaxKind::Or);
    bool is_tight = inner > own && inner != Level::Until;
    bool is_bare = own == Level::Unary ? inner >= Level::Unary : is_tight || is_chain;
    return is_bare ? text : "(" + text + ")";
  }

  std::string infix(const Syntax& s, std::string_view op) {
    std::string text = fmt::format("{} {} {}", operand(s, 0), op, operand(s, 1));
    return all_ ? "(" + text + ")" : text;
  }

  bool all_;
};

}  // namespace

SyntaxPtr make_syntax(SyntaxKind kind, base::Span span, std::vector<SyntaxPtr> args) {
  Syntax node;
  node.kind = kind;
  node.span = span;
  node.args = std::move(args);
  return std::make_shared<const Syntax>(std::move(node));
}

std::string text_of(const Syntax& syntax) { return Writer(true).write(syntax); }
std::string readable(const Syntax& syntax) { return Writer(false).write(syntax); }

bool has_expanded(const Syntax& syntax) {
  return syntax.is_expanded || std::any_of(syntax.args.begin(), syntax.args.end(),
                                           [](const SyntaxPtr& arg) { return has_expanded(*arg); });
}

}  // namespace ltl
