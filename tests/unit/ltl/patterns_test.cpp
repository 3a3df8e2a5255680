// The patterns in all scopes: against the formulas that their authors publish, by automata, and
// against what the patterns say of the stretches of a word that their scopes are, directly.
#include "logic/ltl/patterns.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run/random.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/formula.h"
#include "logic/ltl/lasso.h"
#include "logic/ltl/parser.h"
#include "logic/ltl/translate.h"

namespace {

using ltl::FormulaId;
using ltl::Formulas;
using ltl::LassoWord;
using ltl::Syntax;
using ltl::SyntaxKind;

constexpr std::uint32_t kProps = 5;
constexpr const char* kNames = "pqrst";

FormulaId formula_of(Formulas& f, const Syntax& s) {
  auto arg = [&](std::size_t i) { return formula_of(f, *s.args[i]); };
  switch (s.kind) {
    case SyntaxKind::Next: return f.next(arg(0));
    case SyntaxKind::Globally: return f.globally(arg(0));
    case SyntaxKind::Finally: return f.finally(arg(0));
    case SyntaxKind::Until: return f.until(arg(0), arg(1));
    case SyntaxKind::WeakUntil: return f.weak_until(arg(0), arg(1));
    case SyntaxKind::Not: return f.not_(arg(0));
    case SyntaxKind::And: return f.and_(arg(0), arg(1));
    case SyntaxKind::Or: return f.or_(arg(0), arg(1));
    case SyntaxKind::Implies: return f.implies(arg(0), arg(1));
    case SyntaxKind::Name:
      return f.prop(static_cast<std::uint32_t>(std::string(kNames).find(s.name)));
    default: ADD_FAILURE() << "an operator that no pattern uses"; return f.true_();
  }
}

FormulaId parsed(Formulas& f, const std::string& text) {
  base::Sources sources;
  diag::Sink sink;
  ltl::SyntaxPtr tree = ltl::parse(sources, sources.add("--ltl", text), sink);
  EXPECT_TRUE(tree) << text;
  return tree ? formula_of(f, *tree) : f.true_();
}

// ---------------------------------------------------------------- what is published

// The mappings of Dwyer, Avrunin and Corbett's Specification Patterns for LTL, as published at
// https://matthewbdwyer.github.io/psp/patterns/ltl.html (& and | doubled). `apart`: the formula
// says something else than the pattern, and this word tells; its last letter repeats.
struct Row {
  const char* pattern;
  const char* published;
  const char* apart = nullptr;
};

const std::array kRows{
    // Absence: p is false.
    Row{"absent(p)", "[](!p)"},
    Row{"before(r, absent(p))", "<>r -> (!p U r)"},
    Row{"after(q, absent(p))", "[](q -> [](!p))"},
    Row{"between(q, r, absent(p))", "[]((q && !r && <>r) -> (!p U r))"},
    Row{"until(q, r, absent(p))", "[](q && !r -> (!p W r))"},
    // Existence: p becomes true.
    Row{"exists(p)", "<>(p)"},
    Row{"before(r, exists(p))", "!r W (p && !r)"},
    Row{"after(q, exists(p))", "[](!q) || <>(q && <>p)"},
    Row{"between(q, r, exists(p))", "[](q && !r -> (!r W (p && !r)))"},
    Row{"until(q, r, exists(p))", "[](q && !r -> (!r U (p && !r)))"},
    // Bounded existence: transitions to p-states occur at most 2 times.
    Row{"at_most(2, p)", "(!p W (p W (!p W (p W []!p))))"},
    Row{"before(r, at_most(2, p))",
        "<>r -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U "
        "(r || (!p U r)))))))))"},
    Row{"after(q, at_most(2, p))", "<>q -> (!q U (q && (!p W (p W (!p W (p W []!p))))))"},
    Row{"between(q, r, at_most(2, p))",
        "[]((q && <>r) -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U "
        "(r || (!p U r))))))))))"},
    Row{"until(q, r, at_most(2, p))",
        "[](q -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U "
        "(r || (!p W r) || []p)))))))))"},
    // Universality: p is true.
    Row{"always(p)", "[](p)"},
    Row{"before(r, always(p))", "<>r -> (p U r)"},
    Row{"after(q, always(p))", "[](q -> [](p))"},
    Row{"between(q, r, always(p))", "[]((q && !r && <>r) -> (p U r))"},
    Row{"until(q, r, always(p))", "[](q && !r -> (p W r))"},
    // Precedence: s precedes p.
    Row{"precedes(s, p)", "!p W s"},
    Row{"before(r, precedes(s, p))", "<>r -> (!p U (s || r))"},
    Row{"after(q, precedes(s, p))", "[]!q || <>(q && (!p W s))", "q p q ."},
    Row{"between(q, r, precedes(s, p))", "[]((q && !r && <>r) -> (!p U (s || r)))"},
    Row{"until(q, r, precedes(s, p))", "[](q && !r -> (!p W (s || r)))"},
    // Response: s responds to p.
    Row{"responds(s, p)", "[](p -> <>s)"},
    Row{"before(r, responds(s, p))", "<>r -> (p -> (!r U (s && !r))) U r"},
    Row{"after(q, responds(s, p))", "[](q -> [](p -> <>s))"},
    Row{"between(q, r, responds(s, p))", "[]((q && !r && <>r) -> (p -> (!r U (s && !r))) U r)"},
    Row{"until(q, r, responds(s, p))", "[](q && !r -> ((p -> (!r U (s && !r))) W r))"},
    // Precedence chain: s, t precedes p.
    Row{"precedes(s then t, p)", "<>p -> (!p U (s && !p && X(!p U t)))"},
    Row{"before(r, precedes(s then t, p))", "<>r -> (!p U (r || (s && !p && X(!p U t))))"},
    Row{"after(q, precedes(s then t, p))",
        "([]!q) || (!q U (q && <>p -> (!p U (s && !p && X(!p U t)))))", ". q p ."},
    Row{"between(q, r, precedes(s then t, p))",
        "[]((q && <>r) -> (!p U (r || (s && !p && X(!p U t)))))"},
    Row{"until(q, r, precedes(s then t, p))",
        "[](q -> (<>p -> (!p U (r || (s && !p && X(!p U t))))))"},
    // Precedence chain: p precedes (s, t).
    Row{"precedes(p, s then t)", "(<>(s && X<>t)) -> ((!s) U p)"},
    Row{"before(r, precedes(p, s then t))",
        "<>r -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p))"},
    Row{"after(q, precedes(p, s then t))",
        "([]!q) || ((!q) U (q && ((<>(s && X<>t)) -> ((!s) U p))))"},
    Row{"between(q, r, precedes(p, s then t))",
        "[]((q && <>r) -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p)))"},
    Row{"until(q, r, precedes(p, s then t))",
        "[](q -> (!(s && (!r) && X(!r U (t && !r))) U (r || p) || [](!(s && X<>t))))"},
    // Response chain: p responds to s, t.
    Row{"responds(p, s then t)", "[](s && X<>t -> X(<>(t && <>p)))"},
    Row{"before(r, responds(p, s then t))", "<>r -> (s && X(!r U t) -> X(!r U (t && <>p))) U r",
        "s t r p ."},
    Row{"after(q, responds(p, s then t))", "[](q -> [](s && X<>t -> X(!t U (t && <>p))))"},
    Row{"between(q, r, responds(p, s then t))",
        "[]((q && <>r) -> (s && X(!r U t) -> X(!r U (t && <>p))) U r)", "qs t r p ."},
    Row{"until(q, r, responds(p, s then t))",
        "[](q -> (s && X(!r U t) -> X(!r U (t && <>p))) U "
        "(r || [](s && X(!r U t) -> X(!r U (t && <>p)))))",
        "qs t r p ."},
    // Response chain: s, t responds to p.
    Row{"responds(s then t, p)", "[](p -> <>(s && X<>t))"},
    Row{"before(r, responds(s then t, p))", "<>r -> (p -> (!r U (s && !r && X(!r U t)))) U r",
        "p s tr ."},
    Row{"after(q, responds(s then t, p))", "[](q -> [](p -> (s && X<>t)))", "q p s t ."},
    Row{"between(q, r, responds(s then t, p))",
        "[]((q && <>r) -> (p -> (!r U (s && !r && X(!r U t)))) U r)", "q p s tr ."},
    Row{"until(q, r, responds(s then t, p))",
        "[](q -> (p -> (!r U (s && !r && X(!r U t)))) U (r || [](p -> (s && X<>t))))",
        "q p s tr ."},
};

// "q ps ." is the word {q} {p, s} {} {} {} …
LassoWord word_of(const std::string& text) {
  LassoWord result{{0}, 0};
  for (char c : text) {
    if (c == ' ') result.word.push_back(0);
    std::size_t prop = std::string(kNames).find(c);
    if (prop != std::string::npos) result.word.back() |= std::uint64_t{1} << prop;
  }
  result.loop = result.word.size() - 1;
  return result;
}

bool is_empty(Formulas& f, FormulaId formula) {
  auto automaton = ltl::translate(f, formula, kProps);
  EXPECT_TRUE(automaton);
  return automaton && ltl::reduce(std::move(*automaton)).is_empty();
}

bool are_equivalent(Formulas& f, FormulaId a, FormulaId b) {
  return is_empty(f, f.and_(a, f.not_(b))) && is_empty(f, f.and_(b, f.not_(a)));
}

TEST(Patterns, MeanWhatIsPublished) {
  for (const Row& row : kRows) {
    Formulas f;
    FormulaId ours = parsed(f, row.pattern);
    FormulaId published = parsed(f, row.published);
    EXPECT_EQ(are_equivalent(f, ours, published), row.apart == nullptr) << row.pattern;
    EXPECT_FALSE(are_equivalent(f, ours, f.not_(published))) << row.pattern;  // the test can fail
    if (!row.apart) continue;
    LassoWord word = word_of(row.apart);
    EXPECT_NE(ltl::evaluate(f, ours, word)[0], ltl::evaluate(f, published, word)[0]) << row.pattern;
  }
}

// ---------------------------------------------------------------- what they say

// A stretch of a word: the letters from `begin` to before `end`. One without end is written out as
// six rounds of the loop: what comes at all comes within two rounds, so that `asked`, where the
// moments end of which something is asked that may come later, lies three rounds before the end.
struct Stretch {
  const std::vector<std::uint64_t>& letters;
  std::size_t begin;
  std::size_t end;
  std::size_t asked;

  bool is(char prop, std::size_t i) const {
    return (letters[i] >> std::string(kNames).find(prop) & 1) != 0;
  }
  // The first such moment from `i` on; `end` if there is none.
  std::size_t first(char prop, std::size_t i) const {
    while (i < end && !is(prop, i)) ++i;
    return i;
  }
  bool has(char prop, std::size_t i) const { return first(prop, i) < end; }
};

using Says = std::function<bool(const Stretch&)>;

// For each moment of the stretch.
template <class Test>
bool each(const Stretch& x, Test test) {
  for (std::size_t i = x.begin; i < x.asked; ++i) {
    if (!test(i)) return false;
  }
  return true;
}

int stretches_of_p(const Stretch& x) {
  int result = 0;
  for (std::size_t i = x.begin; i < x.end; ++i) {
    result += x.is('p', i) && (i == x.begin || !x.is('p', i - 1)) ? 1 : 0;
  }
  return result;
}

// s at some moment from `i` on and t later, both before `end`.
bool has_chain(const Stretch& x, std::size_t i) {
  std::size_t s = x.first('s', i);
  return s < x.end && x.has('t', s + 1);
}

const std::array<std::pair<const char*, Says>, 10> kMeanings{{
    {"absent(p)", [](const Stretch& x) { return !x.has('p', x.begin); }},
    {"exists(p)", [](const Stretch& x) { return x.has('p', x.begin); }},
    {"at_most(2, p)", [](const Stretch& x) { return stretches_of_p(x) <= 2; }},
    {"always(p)", [](const Stretch& x) { return each(x, [&](auto i) { return x.is('p', i); }); }},
    {"precedes(s, p)",
     [](const Stretch& x) {
       std::size_t p = x.first('p', x.begin);
       return p == x.end || x.first('s', x.begin) <= p;
     }},
    {"responds(s, p)",
     [](const Stretch& x) {
       return each(x, [&](auto i) { return !x.is('p', i) || x.has('s', i); });
     }},
    {"precedes(s then t, p)",
     [](const Stretch& x) {
       std::size_t p = x.first('p', x.begin);
       std::size_t s = x.first('s', x.begin);
       return p == x.end || (s < p && x.first('t', s + 1) <= p);
     }},
    {"precedes(p, s then t)",
     [](const Stretch& x) {
       std::size_t s = x.first('s', x.begin);
       return !has_chain(x, x.begin) || x.first('p', x.begin) <= s;
     }},
    {"responds(p, s then t)",
     [](const Stretch& x) {
       return each(x, [&](auto i) {
         std::size_t t = x.is('s', i) ? x.first('t', i + 1) : x.end;
         return t == x.end || x.has('p', t);
       });
     }},
    {"responds(s then t, p)",
     [](const Stretch& x) {
       return each(x, [&](auto i) { return !x.is('p', i) || has_chain(x, i); });
     }},
}};

// Whether the pattern holds of every stretch that the scope is.
bool holds_in(const std::string& scope, const Says& says, const LassoWord& word) {
  std::vector<std::uint64_t> letters = word.word;
  std::size_t round = word.word.size() - word.loop;
  for (std::size_t i = 0; i < 5 * round; ++i) letters.push_back(letters[word.loop + i]);
  Stretch all{letters, 0, letters.size(), letters.size() - 3 * round};
  auto from = [&](std::size_t begin) { return Stretch{letters, begin, all.end, all.asked}; };
  auto up_to = [&](std::size_t begin, std::size_t r) { return Stretch{letters, begin, r, r}; };
  if (scope.empty()) return says(all);
  if (scope == "before") {
    std::size_t r = all.first('r', 0);
    return r == all.end || says(up_to(0, r));
  }
  if (scope == "after") {
    std::size_t q = all.first('q', 0);
    return q == all.end || says(from(q));
  }
  for (std::size_t i = 0; i < word.word.size(); ++i) {
    if (!all.is('q', i) || all.is('r', i)) continue;
    std::size_t r = all.first('r', i);
    bool holds = r < all.end ? says(up_to(i, r)) : scope == "between" || says(from(i));
    if (!holds) return false;
  }
  return true;
}

LassoWord random_word(run::Random& random) {
  LassoWord result;
  std::size_t size = 1 + random.below(12);
  for (std::size_t i = 0; i < size; ++i) {
    // Limits are rare, so that stretches are long enough to tell.
    std::uint64_t limits = random.below(5) == 0 ? 0b00110 : 0;
    result.word.push_back(random.below(32) & (0b11001 | limits));
  }
  result.loop = random.below(size);
  return result;
}

TEST(Patterns, SayWhatTheyMeanOfTheStretchesOfTheirScopes) {
  run::Random random(11);
  for (const auto& [pattern, says] : kMeanings) {
    for (std::string scope : {"", "before", "after", "between", "until"}) {
      std::string text = pattern;
      if (scope == "before") text = "before(r, " + text + ")";
      if (scope == "after") text = "after(q, " + text + ")";
      if (scope == "between" || scope == "until") text = scope + "(q, r, " + text + ")";
      Formulas f;
      FormulaId formula = parsed(f, text);
      int held = 0;
      for (int i = 0; i < 300; ++i) {
        LassoWord word = random_word(random);
        bool expected = holds_in(scope, says, word);
        held += expected ? 1 : 0;
        ASSERT_EQ(ltl::evaluate(f, formula, word)[0], expected) << text;
      }
      EXPECT_GT(held, 3) << text;
      EXPECT_LT(held, 300) << text;
    }
  }
}

TEST(Patterns, CountAsFarAsTheyAreTold) {
  Formulas f;
  EXPECT_EQ(parsed(f, "at_most(0, p)"), parsed(f, "absent(p)"));
  LassoWord three = word_of("p . p . p .");
  EXPECT_FALSE(ltl::evaluate(f, parsed(f, "at_most(2, p)"), three)[0]);
  EXPECT_TRUE(ltl::evaluate(f, parsed(f, "at_most(3, p)"), three)[0]);
}

}  // namespace
