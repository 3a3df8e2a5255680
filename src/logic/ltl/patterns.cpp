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
  SyntaxPtr both(Arg a, Arg b) const { return bin(SyntaxKind::And, a, b); }
  SyntaxPtr either(Arg a, Arg b) const { return bin(SyntaxKind::Or, a, b); }
  SyntaxPtr implies(Arg a, Arg b) const { return bin(SyntaxKind::Implies, a, b); }
  SyntaxPtr always(Arg a) const { return un(SyntaxKind::Globally, a); }
  SyntaxPtr some(Arg a) const { return un(SyntaxKind::Finally, a); }
  SyntaxPtr until(Arg a, Arg b) const { return bin(SyntaxKind::Until, a, b); }
  SyntaxPtr weak(Arg a, Arg b) const { return bin(SyntaxKind::WeakUntil, a, b); }
};

// What must hold from here on, without a limit.
SyntaxPtr unlimited(const Build& f, Pattern pattern, const std::vector<SyntaxPtr>& x) {
  switch (pattern) {
    case Pattern::Absent: return f.always(f.no(x[0]));
    case Pattern::Exists: return f.some(x[0]);
    case Pattern::Always: return f.always(x[0]);
    case Pattern::Precedes: return f.weak(f.no(x[1]), x[0]);
    case Pattern::Responds: return f.always(f.implies(x[1], f.some(x[0])));
  }
  UNREACHABLE("pattern");
}

// What must hold from here on up to the first r. `strong`: r is known, or required, to
// come; else it need not.
SyntaxPtr limited(const Build& f, Pattern pattern, const std::vector<SyntaxPtr>& x,
                  const SyntaxPtr& r, bool strong) {
  auto until = [&](Build::Arg a, Build::Arg b) { return strong ? f.until(a, b) : f.weak(a, b); };
  switch (pattern) {
    case Pattern::Absent: return until(f.no(x[0]), r);
    case Pattern::Always: return until(x[0], r);
    case Pattern::Precedes: return until(f.no(x[1]), f.either(x[0], r));
    case Pattern::Responds: {
      SyntaxPtr answer = f.until(f.no(r), f.both(x[0], f.no(r)));
      return until(f.implies(x[1], answer), r);
    }
    case Pattern::Exists: break;
  }
  UNREACHABLE("pattern");
}

}  // namespace

std::optional<Pattern> find_pattern(std::string_view word) {
  static const std::map<std::string_view, Pattern> kWords{{"absent", Pattern::Absent},
                                                          {"exists", Pattern::Exists},
                                                          {"always", Pattern::Always},
                                                          {"precedes", Pattern::Precedes},
                                                          {"responds", Pattern::Responds}};
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
  return pattern == Pattern::Precedes || pattern == Pattern::Responds ? 2 : 1;
}

std::size_t operand_count(Scope scope) {
  return scope == Scope::Between || scope == Scope::Until ? 2 : 1;
}

SyntaxPtr expand(Pattern pattern, const std::vector<SyntaxPtr>& x, Scope scope,
                 const std::vector<SyntaxPtr>& limits, base::Span span) {
  Build f{span};
  bool exists = pattern == Pattern::Exists;
  switch (scope) {
    case Scope::Globally: return unlimited(f, pattern, x);
    case Scope::Before: {
      const SyntaxPtr& r = limits[0];
      if (exists) return f.weak(f.no(r), f.both(x[0], f.no(r)));
      return f.implies(f.some(r), limited(f, pattern, x, r, true));
    }
    case Scope::After: {
      const SyntaxPtr& q = limits[0];
      if (exists || pattern == Pattern::Precedes) {
        return f.either(f.always(f.no(q)), f.some(f.both(q, unlimited(f, pattern, x))));
      }
      return f.always(f.implies(q, unlimited(f, pattern, x)));
    }
    case Scope::Between: {
      const SyntaxPtr& r = limits[1];
      SyntaxPtr inside = f.both(limits[0], f.no(r));
      if (exists) {
        return f.always(f.implies(inside, f.weak(f.no(r), f.both(x[0], f.no(r)))));
      }
      return f.always(f.implies(f.both(inside, f.some(r)), limited(f, pattern, x, r, true)));
    }
    case Scope::Until: {
      const SyntaxPtr& r = limits[1];
      SyntaxPtr inside = f.both(limits[0], f.no(r));
      if (exists) {
        return f.always(f.implies(inside, f.until(f.no(r), f.both(x[0], f.no(r)))));
      }
      return f.always(f.implies(inside, limited(f, pattern, x, r, false)));
    }
  }
  UNREACHABLE("scope");
}

}  // namespace ltl
