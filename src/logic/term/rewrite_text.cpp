// Rules for characters and strings.
#include <algorithm>

#include "base/utf8.h"
#include "logic/term/rewriter.h"

namespace term {

namespace {

constexpr char32_t kGreatestChar = 0x10ffff;

// The number of leading bytes in which two valid UTF-8 strings agree, cut back to whole
// characters.
std::size_t common_prefix(std::string_view a, std::string_view b) {
  std::size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  while (n > 0 && n < a.size() && (static_cast<unsigned char>(a[n]) & 0xc0) == 0x80) --n;
  while (n > 0 && n < b.size() && (static_cast<unsigned char>(b[n]) & 0xc0) == 0x80) --n;
  return n;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  std::size_t n = 0;
  while (n < a.size() && n < b.size() && a[a.size() - 1 - n] == b[b.size() - 1 - n]) ++n;
  // The suffix must begin with a first byte; it is the same text in both.
  while (n > 0 && (static_cast<unsigned char>(a[a.size() - n]) & 0xc0) == 0x80) --n;
  return n;
}

}  // namespace

Term Rewriter::char_le(Term a, Term b) {
  if (a == b) return used(Rule::CharLeSame, terms_.boolean(true));
  bool has_a = terms_.is_constant(a);
  bool has_b = terms_.is_constant(b);
  if (has_a && has_b) {
    return used(Rule::CharLeConstants,
                terms_.boolean(terms_.char_value(a) <= terms_.char_value(b)));
  }
  if ((has_a && terms_.char_value(a) == 0) || (has_b && terms_.char_value(b) == kGreatestChar)) {
    return used(Rule::CharLeLeast, terms_.boolean(true));
  }
  if ((has_b && terms_.char_value(b) == 0) || (has_a && terms_.char_value(a) == kGreatestChar)) {
    return used(Rule::CharLeEdge, eq(a, b));
  }
  if (auto lifted = lift_ite(Op::CLe, a, b)) return *lifted;
  return intern(Op::CLe, Sort::Bool, {a, b});
}

// ---------------------------------------------------------------- concatenation

Term Rewriter::concat(std::span<const Term> operands) {
  std::size_t size = 0;
  for (Term operand : operands) {
    size += terms_.op(operand) == Op::Concat ? terms_.args(operand).size() : 1;
  }
  std::vector<Term> parts;
  auto append = [&](Term part) {
    if (terms_.is_constant(part)) {
      if (terms_.string_value(part).empty()) {
        used(Rule::ConcatEmpty, part);
        return;
      }
      if (!parts.empty() && terms_.is_constant(parts.back())) {
        std::string both(terms_.string_value(parts.back()));
        both += terms_.string_value(part);
        parts.back() = used(Rule::ConcatConstants, terms_.string(both));
        return;
      }
    }
    parts.push_back(part);
  };
  for (Term operand : operands) {
    if (terms_.op(operand) == Op::Concat && size <= Terms::kMaxSum) {
      used(Rule::ConcatFlat, operand);
      for (Term part : terms_.args(operand)) append(part);
    } else {
      append(operand);
    }
  }
  if (parts.empty()) return terms_.string("");
  if (parts.size() == 1) return parts[0];
  return terms_.intern(Op::Concat, Sort::String, parts);
}

// A word of which at most the last 16 bits are set, as a number.
bool Rewriter::has_low_bits_only(Term code) const {
  if (terms_.op(code) != Op::ToInt) return false;
  Term word = terms_.arg(code, 0);
  if (terms_.op(word) != Op::BitAnd) return false;
  std::span<const Term> parts = terms_.args(word);
  return std::any_of(parts.begin(), parts.end(), [&](Term part) {
    return terms_.is_constant(part) && terms_.bits_value(part) <= 0xffff;
  });
}

Term Rewriter::length(Term a) {
  if (terms_.is_constant(a)) {
    auto count = static_cast<std::int64_t>(base::utf8_length(terms_.string_value(a)));
    return used(Rule::LengthConstant, terms_.integer(count));
  }
  if (terms_.op(a) == Op::Concat) {
    std::vector<Scaled> lengths;
    for (Term part : terms_.args(a)) lengths.emplace_back(1, length(part));
    return used(Rule::LengthConcat, sum(Sort::Int, lengths));
  }
  if (terms_.op(a) == Op::OfCode) {
    // Of one character, or of none.
    Term code = terms_.arg(a, 0);
    Term zero = number(Sort::Int, 0);
    Term one = number(Sort::Int, 1);
    if (has_low_bits_only(code)) return used(Rule::LengthOfCode, one);
    Term least = int_le(zero, code);
    Term most = int_le(code, number(Sort::Int, 0xffff));
    Term is_unit = conjunction(std::array{least, most});
    return used(Rule::LengthOfCode, ite(is_unit, one, zero));
  }
  if (terms_.op(a) == Op::Ite && lifts_ < 8 &&
      (terms_.is_constant(terms_.arg(a, 1)) || terms_.is_constant(terms_.arg(a, 2)))) {
    ++lifts_;
    Term then = length(terms_.arg(a, 1));
    Term otherwise = length(terms_.arg(a, 2));
    --lifts_;
    return used(Rule::LengthIte, ite(terms_.arg(a, 0), then, otherwise));
  }
  return intern(Op::Length, Sort::Int, {a});
}

// ---------------------------------------------------------------- parts

// Of a concatenation that begins with a text, a position inside of the text is looked up there.
Term Rewriter::code_at(Term a, Term position) {
  if (auto constant = folded(Op::CodeAt, Sort::Int, {a, position})) {
    return used(Rule::PartConstants, *constant);
  }
  if (terms_.is_constant(position) && terms_.integer_value(position).is_negative()) {
    return used(Rule::PartOutside, number(Sort::Int, -1));
  }
  bool has_text = terms_.op(a) == Op::Concat && terms_.is_constant(terms_.arg(a, 0));
  if (has_text && terms_.is_constant(position)) {
    Term first = terms_.arg(a, 0);
    auto size = static_cast<std::int64_t>(base::utf8_length(terms_.string_value(first)));
    if (terms_.integer_value(position) < size) {
      return used(Rule::PartOfPrefix, code_at(first, position));
    }
    std::vector<Term> rest(terms_.args(a).begin() + 1, terms_.args(a).end());
    Term further = number(Sort::Int, terms_.integer_value(position) - size);
    return used(Rule::PartOfPrefix, code_at(concat(rest), further));
  }
  return intern(Op::CodeAt, Sort::Int, {a, position});
}

Term Rewriter::substring(Term a, Term position, Term count) {
  if (auto constant = folded(Op::Substring, Sort::String, {a, position, count})) {
    return used(Rule::PartConstants, *constant);
  }
  bool is_outside = terms_.is_constant(position) && terms_.integer_value(position).is_negative();
  bool is_nothing = terms_.is_constant(count) && terms_.integer_value(count) <= 0;
  if (is_outside || is_nothing) return used(Rule::PartOutside, terms_.string(""));
  bool is_start = terms_.is_constant(position) && terms_.integer_value(position).is_zero();
  if (is_start && count == length(a)) return used(Rule::PartIsAll, a);
  return intern(Op::Substring, Sort::String, {a, position, count});
}

Term Rewriter::text_of(Op op, Term a) {
  if (auto constant = folded(op, Sort::String, {a})) return used(Rule::PartConstants, *constant);
  return intern(op, Sort::String, {a});
}

// ---------------------------------------------------------------- equality

// Both sides as lists of parts; equal parts and equal text at the ends are taken away,
// different text at an end decides.
Term Rewriter::string_eq(Term a, Term b) {
  auto parts_of = [&](Term t) {
    std::span<const Term> parts = terms_.args(t);
    if (terms_.op(t) != Op::Concat) return std::vector<Term>{t};
    return std::vector<Term>(parts.begin(), parts.end());
  };
  if (terms_.op(a) != Op::Concat && terms_.op(b) != Op::Concat) return plain_eq(a, b);
  Term empty = terms_.string("");
  if (a == empty || b == empty) {
    std::vector<Term> all;
    for (Term part : parts_of(a == empty ? b : a)) all.push_back(eq(part, empty));
    return used(Rule::StringEqEmpty, conjunction(all));
  }
  std::vector<Term> left = parts_of(a);
  std::vector<Term> right = parts_of(b);
  bool is_changed = false;
  for (bool at_end : {false, true}) {
    while (!left.empty() && !right.empty()) {
      Term& x = at_end ? left.back() : left.front();
      Term& y = at_end ? right.back() : right.front();
      std::string_view text_x;
      std::string_view text_y;
      std::size_t common = 0;
      if (x != y) {
        if (!terms_.is_constant(x) || !terms_.is_constant(y)) break;
        text_x = terms_.string_value(x);
        text_y = terms_.string_value(y);
        common = at_end ? common_suffix(text_x, text_y) : common_prefix(text_x, text_y);
        if (common < text_x.size() && common < text_y.size()) {
          return used(Rule::StringEqMismatch, terms_.boolean(false));
        }
      }
      auto shorten = [&](std::vector<Term>& parts, Term& part, std::string_view text) {
        if (common == text.size()) {  // also if both are the same term
          parts.erase(at_end ? parts.end() - 1 : parts.begin());
        } else {
          part = terms_.string(at_end ? text.substr(0, text.size() - common) : text.substr(common));
        }
      };
      shorten(left, x, text_x);
      shorten(right, y, text_y);
      is_changed = true;
    }
  }
  if (is_changed) {
    auto joined = [&](const std::vector<Term>& parts) {
      return parts.empty() ? terms_.string("") : concat(parts);
    };
    Term rest_left = joined(left);
    Term rest_right = joined(right);
    return used(Rule::StringEqCommon, eq(rest_left, rest_right));
  }
  return plain_eq(a, b);
}

}  // namespace term
