// Terms for people. Text is produced from a stack of things still to be written, which
// also lets the output stop at its limit.
#include "logic/term/print.h"

#include <variant>

#include "base/check.h"

namespace term {

namespace {

class Printer {
 public:
  Printer(const Terms& terms, std::size_t limit) : terms_(terms), limit_(limit) {}

  std::string print(Term t) {
    push(t);
    while (!todo_.empty()) {
      if (out_.size() > limit_) return out_ + "...";
      Item item = std::move(todo_.back());
      todo_.pop_back();
      if (item.term.is_valid()) {
        item.is_negated ? write_negated(item.term) : write(item.term);
      } else {
        out_ += item.text;
      }
    }
    return out_;
  }

 private:
  // A term, possibly under a negation, or a text.
  struct Item {
    Term term;
    bool is_negated = false;
    std::string text;
  };

  void push(Term t, bool is_negated = false) { todo_.push_back({t, is_negated, {}}); }
  void push(std::string_view text) { todo_.push_back({{}, false, std::string(text)}); }

  // "(a op b op c)", to be written next.
  void push_infix(std::span<const Term> args, std::string_view op, bool is_negated = false) {
    push(")");
    for (std::size_t i = args.size(); i-- > 0;) {
      push(args[i], is_negated);
      if (i > 0) push(op == "," ? ", " : fmt::format(" {} ", op));
    }
    push("(");
  }

  void write_sum(std::span<const Term> args) {
    push(")");
    for (std::size_t i = args.size(); i-- > 0;) push_monomial(args[i], i == 0);
    push("(");
  }

  // With its sign in front.
  void push_monomial(Term m, bool is_first) {
    std::optional<base::Integer> factor;
    bool is_product = terms_.op(m) == Op::Mul && terms_.is_constant(terms_.arg(m, 0));
    Term number = is_product ? terms_.arg(m, 0) : m;
    if (terms_.is_constant(number)) {
      Sort sort = terms_.sort(number);
      factor = sort == Sort::Int ? terms_.integer_value(number)
                                 : to_integer(Word{terms_.bits_value(number)}, sort, Sign::Signed);
    }
    bool is_minus = factor && factor->is_negative();
    if (is_product) push(terms_.arg(m, 1));
    if (!factor) push(m);
    if (factor) {
      base::Integer absolute = is_minus ? -*factor : *factor;
      if (!is_product) {
        push(absolute.to_string());
      } else if (absolute != 1) {
        push(absolute.to_string() + "*");
      }
    }
    if (is_minus) {
      push(is_first ? "-" : " - ");
    } else if (!is_first) {
      push(" + ");
    }
  }

  void write(Term t) {
    std::span<const Term> args = terms_.args(t);
    switch (terms_.op(t)) {
      case Op::Constant: out_ += to_string(terms_.value(t)); return;
      case Op::Variable: out_ += terms_.name(terms_.variable_of(t)); return;
      case Op::Not: write_negated(args[0]); return;
      case Op::Add: write_sum(args); return;
      case Op::Ite:
        push(")");
        push(args[2]);
        push(" : ");
        push(args[1]);
        push(" ? ");
        push(args[0]);
        push("(");
        return;
      case Op::Mul:
        if (terms_.is_constant(args[0]) && args.size() == 2) {
          push_monomial(t, true);
          return;
        }
        break;
      case Op::FNeg:
      case Op::Length:
        out_ += spelling(terms_.op(t));
        push(args[0]);
        return;
      case Op::Extend:
      case Op::Truncate:
      case Op::ToInt:
      case Op::ToWord:
      case Op::FToF:
      case Op::FOfWord:
      case Op::FToWord:
      case Op::CodeAt:
      case Op::Substring:
      case Op::Decimal:
      case Op::OfCode:
        out_ += spelling(terms_.op(t));
        push_infix(args, ",");
        return;
      default: break;
    }
    push_infix(args, spelling(terms_.op(t)));
  }

  void write_negated(Term t) {
    std::span<const Term> args = terms_.args(t);
    switch (terms_.op(t)) {
      case Op::Not: write(args[0]); return;
      case Op::And: push_infix(args, "||", true); return;
      case Op::Eq: push_infix(args, "!="); return;
      case Op::Le: push_infix(args, ">"); return;
      case Op::SLe: push_infix(args, ">s"); return;
      case Op::ULe: push_infix(args, ">u"); return;
      case Op::CLe: push_infix(args, ">c"); return;
      default: break;
    }
    out_ += "!";
    push(t);
  }

  const Terms& terms_;
  std::size_t limit_;
  std::string out_;
  std::vector<Item> todo_;
};

}  // namespace

std::string to_string(const Terms& terms, Term t, std::size_t limit) {
  return Printer(terms, limit).print(t);
}

}  // namespace term
