// The store of terms. Terms are hash-consed: two terms of one store are the same
// handle exactly if they are built alike, and most of what means the same is built
// alike, because the functions below simplify on construction. The rules are listed
// in rules.def.
//
// Normal forms that callers may rely on:
// - Bool: `or`, `implies` and `!=` are And, Not and Eq. And is flat, sorted, without
//   duplicates and without complementary operands. Not never stands on Not.
// - Int and words: a sum is Add(m1, ..., mn, c): monomials sorted by their atoms, the
//   constant last and absent if 0. A monomial is an atom or Mul(c, atom). A product of
//   atoms is one atom Mul(a1, ..., an), sorted. Sums of more than kMaxSum monomials
//   are not merged into larger ones: they count as atoms.
// - Int comparisons: only Le(s, c) and Eq(s, c), where c is a constant and s a sum
//   without constant whose coefficients have no common divisor and whose first
//   coefficient is positive. So a < b is the same term as !(b <= a).
// - Floats, Char, String, Ref, bits of words: operands of commutative operations are sorted; a
//   constant comes last.
//
// A store is used by one thread at a time. All traversals are iterative.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "base/cons_store.h"
#include "logic/term/rule.h"
#include "logic/term/term.h"
#include "logic/term/value.h"

namespace term {

// Sixteen bytes per term. Up to two operands lie in the node itself.
struct Node {
  Op op{};
  Sort sort{};
  std::uint8_t pad[2] = {};
  std::uint32_t count = 0;  // operands; for integer constants: 1 if `payload` is an index
  union {
    Term inline_args[2];     // count <= 2
    const Term* outer_args;  // count > 2
    std::uint64_t payload;   // constants: the value's bits or its index; variables: the index
  };
  Node() : payload(0) {}
};

class Terms {
 public:
  // Sums and conjunctions beyond this size are not merged into larger ones, and
  // rules that copy look at no more than this many operands.
  static constexpr std::size_t kMaxSum = 64;
  static constexpr std::size_t kMaxAnd = 64;

  // With Rewrite::Off every function builds its term literally: the twin that the
  // rules are tested against.
  enum class Rewrite : std::uint8_t { On, Off };

  explicit Terms(Rewrite rewrite = Rewrite::On);
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;
  ~Terms();

  // ---- constants
  Term boolean(bool value) const { return value ? true_ : false_; }
  Term integer(const base::Integer& value);
  Term bits(Sort sort, std::uint64_t value);             // the low bits of value
  Term bits(Sort sort, const base::Integer& value);      // wraps
  Term floating(double value, Sort sort = Sort::Float);  // rounded to the sort
  Term character(char32_t value);                        // a Unicode scalar value
  Term string(std::string_view utf8);
  Term object(std::uint32_t number);
  Term null() { return object(0); }
  Term constant(Sort sort, const Value& value);
  Term zero(Sort sort);  // the default value of the sort

  // ---- variables
  // The same name gives the same variable; asking again with another sort is an error.
  Term variable(Sort sort, std::string_view name);
  // A variable unlike all others, called "prefix!number".
  Term fresh(Sort sort, std::string_view prefix);

  // ---- Bool
  Term negate(Term a);  // logical not
  Term conjunction(std::span<const Term> operands);
  Term disjunction(std::span<const Term> operands);
  Term conjunction(Term a, Term b);
  Term disjunction(Term a, Term b);
  Term implies(Term a, Term b);
  // Both branches have one sort, any sort.
  Term ite(Term condition, Term then, Term otherwise);

  // ---- every sort. On floats this is IEEE equality: NaN != NaN, -0.0 == 0.0.
  Term eq(Term a, Term b);
  Term ne(Term a, Term b) { return negate(eq(a, b)); }

  // ---- Int, words and floats; both operands have the same sort
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term neg(Term a);
  Term mul(Term a, Term b);
  // See ops.def for division by zero: total, but the engine excludes it.
  Term div(Term a, Term b, Sign sign = Sign::Signed);
  Term rem(Term a, Term b, Sign sign = Sign::Signed);

  // ---- Int, words, floats, Char
  Term lt(Term a, Term b, Sign sign = Sign::Signed);
  Term le(Term a, Term b, Sign sign = Sign::Signed);
  Term gt(Term a, Term b, Sign sign = Sign::Signed) { return lt(b, a, sign); }
  Term ge(Term a, Term b, Sign sign = Sign::Signed) { return le(b, a, sign); }

  // ---- words, of one sort
  Term bit_and(Term a, Term b) { return two_operands(Op::BitAnd, sort(a), a, b); }
  Term bit_or(Term a, Term b) { return two_operands(Op::BitOr, sort(a), a, b); }
  Term bit_xor(Term a, Term b) { return two_operands(Op::BitXor, sort(a), a, b); }
  // By so many places, modulo the width.
  Term shift_left(Term a, Term places) { return two_operands(Op::Shl, sort(a), a, places); }
  Term shift_right(Term a, Term places, Sign sign);
  // The low bits, extended with their sign or with zeros.
  Term low_bits(Term a, unsigned count, Sign sign);

  // ---- conversions; to the sort that a term has they do nothing
  // Between Int and the words, signed: wraps.
  Term to_integers(Term a, Sort to);
  // From floats to words as in ops.def, from words to floats, between floats.
  Term float_to_word(Term a, Sort to);
  Term to_float(Term a, Sort to);

  // ---- String
  Term concat(Term a, Term b);
  Term length(Term a);  // an Int
  // Positions, numbers and codes are Ints; see ops.def for those outside.
  Term code_at(Term a, Term position);
  Term substring(Term a, Term position, Term count);
  Term decimal(Term number);
  Term of_code(Term code);

  // Any operation but Constant and Variable, with the rules that belong to it. `sort`
  // is the sort of the result.
  Term make(Op op, Sort sort, std::span<const Term> operands);

  // ---- looking at terms
  Op op(Term t) const { return node(t).op; }
  Sort sort(Term t) const { return node(t).sort; }
  // Valid as long as the term.
  std::span<const Term> args(Term t) const {
    const Node& n = node(t);
    if (n.op <= Op::Variable) return {};
    return {n.count <= 2 ? n.inline_args : n.outer_args, n.count};
  }
  Term arg(Term t, std::size_t i) const { return args(t)[i]; }

  bool is_true(Term t) const { return t == true_; }
  bool is_false(Term t) const { return t == false_; }
  bool is_constant(Term t) const { return node(t).op == Op::Constant; }
  bool is_variable(Term t) const { return node(t).op == Op::Variable; }
  // Not(And(...)): a disjunction of the operands' negations.
  bool is_disjunction(Term t) const { return op(t) == Op::Not && op(arg(t, 0)) == Op::And; }

  // Constants only.
  Value value(Term t) const;
  base::Integer integer_value(Term t) const;              // Int
  std::optional<std::int64_t> small_value(Term t) const;  // Int that fits 64 bits
  std::uint64_t bits_value(Term t) const;                 // Bits32, Bits64
  double float_value(Term t) const;                       // Float, Float32
  char32_t char_value(Term t) const;                      // Char
  std::string_view string_value(Term t) const;            // String; valid as long as the term
  std::uint32_t object_value(Term t) const;               // Ref

  // Variables only.
  Variable variable_of(Term t) const;
  Term term_of(Variable v) const { return variables_[v.index()].term; }
  std::string_view name(Variable v) const { return variables_[v.index()].name; }
  Sort sort(Variable v) const { return sort(variables_[v.index()].term); }
  std::size_t variable_count() const { return variables_.size(); }

  std::size_t size() const { return size_; }
  // Bytes that the terms occupy.
  std::size_t memory() const;

  // ---- taking back
  // A depth-first search may drop the terms that only finished branches used. All
  // terms and variables made after the mark become invalid, and their handles will
  // be used again: whoever remembers terms (see solve::Solver::rollback) must forget
  // them first.
  struct Mark {
    std::uint32_t terms = 0;
    std::uint32_t variables = 0;
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  Mark mark() const {
    return {static_cast<std::uint32_t>(size_), static_cast<std::uint32_t>(variables_.size())};
  }
  void rollback(Mark mark);

  // How often each rule was used, for tests and statistics.
  std::uint64_t applied(Rule rule) const { return applied_[static_cast<std::size_t>(rule)]; }
  bool rewrites() const { return rewrite_ == Rewrite::On; }

 private:
  friend class Rewriter;  // the rules (rewriter.h)

  static constexpr std::size_t kChunkBits = 14;
  static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;

  struct VariableInfo {
    Term term;
    std::string name;
    std::uint64_t fresh = 0;  // value of next_fresh_ before this variable was made
  };
  struct ArgsChunk {
    std::unique_ptr<Term[]> terms;
    std::size_t capacity = 0;
    std::size_t used = 0;
  };

  const Node& node(Term t) const {
    DCHECK(t.index() < size_, "no such term");
    return chunks_[t.index() >> kChunkBits][t.index() & (kChunk - 1)];
  }
  // The term with this very node: no rule is applied.
  Term intern(Op op, Sort sort, std::span<const Term> operands);
  Term intern_leaf(Op op, Sort sort, std::uint64_t payload, std::uint32_t count = 0);
  Term find_or_insert(const Node& node, std::span<const Term> operands);
  std::uint32_t add(Node node, std::span<const Term> operands);
  static std::uint64_t hash_of(const Node& node, std::span<const Term> operands);
  std::uint64_t hash_of(Term t) const { return hash_of(node(t), args(t)); }
  bool is_equal(const Node& node, std::span<const Term> operands, Term other) const;
  const Term* store_args(std::span<const Term> operands);
  void remove_last();  // the term made last
  Term made_variable(Sort sort, std::string name);
  // What the named functions build when rules are off.
  Term literal(Op op, Sort sort, std::initializer_list<Term> operands) {
    return intern(op, sort, std::span<const Term>(operands.begin(), operands.size()));
  }
  Term two_operands(Op op, Sort sort, Term a, Term b);

  Rewrite rewrite_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Node[]>> chunks_;  // nodes never move
  std::vector<ArgsChunk> arg_chunks_;            // operand lists of more than two
  base::ConsTable table_;

  std::deque<base::Integer> big_integers_;                        // constants beyond 64 bits
  std::unordered_multimap<std::size_t, Term> big_integer_terms_;  // by the hash of the value
  std::deque<std::string> strings_;                               // string constants
  std::unordered_map<std::string_view, Term> string_terms_;       // keys point into strings_
  std::vector<VariableInfo> variables_;
  std::unordered_map<std::string, Variable> names_;
  std::uint64_t next_fresh_ = 0;

  Term true_;
  Term false_;
  std::array<std::uint64_t, kRuleCount> applied_{};
};

// ---- functions over whole terms (traverse.cpp)

// The variables of the terms, in increasing order.
std::vector<Variable> variables_of(const Terms& terms, std::span<const Term> roots);
std::vector<Variable> variables_of(const Terms& terms, Term root);

// Terms of the right sorts by variable. A variable beyond the end, or with an invalid
// term, stays as it is.
using Substitution = std::vector<Term>;

// Replaces all variables at once (replacements are not looked at again).
Term substitute(Terms& terms, Term root, const Substitution& substitution);

// The operands of a conjunction, else the term itself; true has none.
void append_conjuncts(const Terms& terms, Term t, std::vector<Term>& out);

// Builds the terms again in another store; variables keep their names.
std::vector<Term> copy(const Terms& from, std::span<const Term> roots, Terms& to);

// The number of distinct subterms.
std::size_t dag_size(const Terms& terms, Term root);

}  // namespace term
