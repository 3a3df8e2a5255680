// What a pattern says of a stretch of an execution (the scope: from a q on, up to the next r, or
// both) is written down twice: `unlimited` for a stretch without end, `limited` for one that ends
// where r first holds; r is outside of it. The formulas are those of the authors' collection
// (docs/language/ltl.md lists it) but for nine of them, which say something else of a stretch
// than the pattern does; tests/unit/ltl/patterns_test.cpp has them all.
#include "logic/ltl/patterns.h"

#include <map>

#include "base/check.h"

namespace ltl {

namespace {

// Builds formulas of one span.
struct Build {
  using Arg = const SyntaxPtr&;

  base::Span span;

  SyntaxPtr un(SyntaxKind kind, Arg a) const { return make_syntax(kind, span, {a}); }
  SyntaxPtr bin(SyntaxKind kind, Arg a, Arg b) const { return make_syntax(kind, span, {a, b}); }
  SyntaxPtr no(Arg a) const { return un(SyntaxKind::Not, a); }
  SyntaxPtr next(Arg a) const { return un(SyntaxKind::Next, a); }
  SyntaxPtr both(Arg a, Arg b) const { return bin(SyntaxKind::And, a, b); }
  SyntaxPtr either(Arg a, Arg b) const { return bin(SyntaxKind::Or, a, b); }
  SyntaxPtr implies(Arg a, Arg b) const { return bin(SyntaxKind::Implies, a, b); }
  SyntaxPtr always(Arg a) const { return un(SyntaxKind::Globally, a); }
  SyntaxPtr some(Arg a) const { return un(SyntaxKind::Finally, a); }
  SyntaxPtr until(Arg a, Arg b) const { return bin(SyntaxKind::Until, a, b); }
  SyntaxPtr weak(Arg a, Arg b) const { return bin(SyntaxKind::WeakUntil, a, b); }

  // a, and later b.
  SyntaxPtr then(Arg a, Arg b) const { return both(a, next(some(b))); }
  // No r up to a moment of a, and none then.
  SyntaxPtr within(Arg a, Arg r) const { return until(no(r), both(a, no(r))); }
};

// What must hold from here on, without a limit.
SyntaxPtr unlimited(const Build& f, const PatternUse& use) {
  const std::vector<SyntaxPtr>& x = use.operands;
  switch (use.pattern) {
    case Pattern::Absent: return f.always(f.no(x[0]));
    case Pattern::Exists: return f.some(x[0]);
    case Pattern::AtMost: {
      SyntaxPtr rest = f.always(f.no(x[0]));
      for (std::int64_t i = 0; i < use.bound; ++i) rest = f.weak(f.no(x[0]), f.weak(x[0], rest));
      return rest;
    }
    case Pattern::Always: return f.always(x[0]);
    case Pattern::Precedes: return f.weak(f.no(x[1]), x[0]);
    case Pattern::Responds: return f.always(f.implies(x[1], f.some(x[0])));
    case Pattern::ChainPrecedes: {
      SyntaxPtr no_p = f.no(x[2]);
      SyntaxPtr chain = f.both(f.both(x[0], no_p), f.next(f.until(no_p, x[1])));
      return f.implies(f.some(x[2]), f.until(no_p, chain));
    }
    case Pattern::PrecedesChain:
      return f.implies(f.some(f.then(x[1], x[2])), f.until(f.no(x[1]), x[0]));
    case Pattern::ChainResponds: return f.always(f.implies(x[2], f.some(f.then(x[0], x[1]))));
    case Pattern::RespondsChain:
      return f.always(f.implies(f.then(x[1], x[2]), f.next(f.some(f.both(x[2], f.some(x[0]))))));
  }
  UNREACHABLE("pattern");
}

// What must hold from here on up to the first r. `strong`: r is known, or required, to
// come; else it need not.
SyntaxPtr limited(const Build& f, const PatternUse& use, const SyntaxPtr& r, bool strong) {
  const std::vector<SyntaxPtr>& x = use.operands;
  auto until = [&](Build::Arg a, Build::Arg b) { return strong ? f.until(a, b) : f.weak(a, b); };
  switch (use.pattern) {
    case Pattern::Absent: return until(f.no(x[0]), r);
    case Pattern::AtMost: {
      SyntaxPtr with = f.both(x[0], f.no(r));
      SyntaxPtr without = f.both(f.no(x[0]), f.no(r));
      SyntaxPtr rest = until(f.no(x[0]), r);
      for (std::int64_t i = 0; i < use.bound; ++i) {
        rest = until(without, f.either(r, until(with, f.either(r, rest))));
      }
      return rest;
    }
    case Pattern::Always: return until(x[0], r);
    case Pattern::Precedes: return until(f.no(x[1]), f.either(x[0], r));
    case Pattern::Responds: return until(f.implies(x[1], f.within(x[0], r)), r);
    case Pattern::ChainPrecedes: {
      SyntaxPtr no_p = f.no(x[2]);
      SyntaxPtr chain = f.both(f.both(x[0], no_p), f.next(until(no_p, x[1])));
      return until(no_p, f.either(r, chain));
    }
    case Pattern::PrecedesChain: {
      SyntaxPtr chain = f.both(f.both(x[1], f.no(r)), f.next(f.within(x[2], r)));
      return until(f.no(chain), f.either(r, x[0]));
    }
    case Pattern::ChainResponds: {
      SyntaxPtr chain = f.both(f.both(x[0], f.no(r)), f.next(f.within(x[1], r)));
      return until(f.implies(x[2], f.until(f.no(r), chain)), r);
    }
    case Pattern::RespondsChain: {
      SyntaxPtr chain = f.both(x[1], f.next(f.within(x[2], r)));
      SyntaxPtr answer = f.next(f.until(f.no(r), f.both(x[2], f.within(x[0], r))));
      return until(f.implies(chain, answer), r);
    }
    case Pattern::Exists:
      return strong ? f.weak(f.no(r), f.both(x[0], f.no(r))) : f.within(x[0], r);
  }
  UNREACHABLE("pattern");
}

// Whether a stretch from a later q on asks for nothing that one from the first q on does not, so
// that all of them may be asked for.
bool is_inherited(Pattern pattern) {
  return pattern == Pattern::Absent || pattern == Pattern::Always || pattern == Pattern::Responds ||
         pattern == Pattern::ChainResponds || pattern == Pattern::RespondsChain;
}

}  // namespace

std::optional<Pattern> find_pattern(std::string_view word) {
  static const std::map<std::string_view, Pattern> kWords{
      {"absent", Pattern::Absent},     {"exists", Pattern::Exists},
      {"at_most", Pattern::AtMost},    {"always", Pattern::Always},
      {"precedes", Pattern::Precedes}, {"responds", Pattern::Responds}};
  auto found = kWords.find(word);
  return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Scope> find_scope(std::string_view word) {
  static const std::map<std::string_view, Scope> kWords{{"before", Scope::Before},
                                                        {"after", Scope::After},
                                                        {"between", Scope::Between},
                                                        {"until", Scope::Until}};
  auto found = kWords.find(word);
  return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

std::size_t operand_count(Pattern pattern) {
  switch (pattern) {
    case Pattern::Absent:
    case Pattern::Exists:
    case Pattern::AtMost:
    case Pattern::Always: return 1;
    case Pattern::Precedes:
    case Pattern::Responds: return 2;
    default: return 3;
  }
}

std::size_t operand_count(Scope scope) {
  return scope == Scope::Between || scope == Scope::Until ? 2 : 1;
}

SyntaxPtr expand(const PatternUse& use, Scope scope, const std::vector<SyntaxPtr>& limits,
                 base::Span span) {
  Build f{span};
  bool exists = use.pattern == Pattern::Exists;
  switch (scope) {
    case Scope::Globally: return unlimited(f, use);
    case Scope::Before: {
      SyntaxPtr inside = limited(f, use, limits[0], true);
      return exists ? inside : f.implies(f.some(limits[0]), inside);
    }
    case Scope::After: {
      const SyntaxPtr& q = limits[0];
      if (is_inherited(use.pattern)) return f.always(f.implies(q, unlimited(f, use)));
      return f.weak(f.no(q), f.both(q, unlimited(f, use)));
    }
    case Scope::Between: {
      const SyntaxPtr& r = limits[1];
      SyntaxPtr begins = f.both(limits[0], f.no(r));
      if (!exists) begins = f.both(begins, f.some(r));
      return f.always(f.implies(begins, limited(f, use, r, true)));
    }
    case Scope::Until:
      return f.always(
          f.implies(f.both(limits[0], f.no(limits[1])), limited(f, use, limits[1], false)));
  }
  UNREACHABLE("scope");
}

}  // namespace ltl
