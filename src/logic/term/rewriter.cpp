#include "logic/term/rewriter.h"

#include "base/check.h"
#include "logic/term/eval.h"

namespace term {

Term Rewriter::make(Op op, Sort sort, std::span<const Term> operands) {
  CHECK(is_arity(op, operands.size()), "{} with {} operands", name(op), operands.size());
  switch (op) {
    case Op::Constant:
    case Op::Variable: break;
    case Op::Not: return negate(operands[0]);
    case Op::And: return conjunction(operands);
    case Op::Ite: return ite(operands[0], operands[1], operands[2]);
    case Op::Eq: return eq(operands[0], operands[1]);
    case Op::Add: {
      if (auto number = sum_of_numbers(sort, operands)) return used(Rule::SumFold, *number);
      std::vector<Scaled> scaled;
      scaled.reserve(operands.size());
      for (Term operand : operands) scaled.emplace_back(1, operand);
      return sum(sort, scaled);
    }
    case Op::Mul: return product(sort, operands);
    case Op::Div:
    case Op::Rem:
    case Op::SDiv:
    case Op::SRem:
    case Op::UDiv:
    case Op::URem: return divide(op, operands[0], operands[1]);
    case Op::Le: return int_le(operands[0], operands[1]);
    case Op::SLe:
    case Op::ULe: return word_le(op, operands[0], operands[1]);
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor: return bit_operation(op, operands[0], operands[1]);
    case Op::Shl:
    case Op::LShr:
    case Op::AShr: return shift(op, operands[0], operands[1]);
    case Op::Extend:
    case Op::Truncate:
    case Op::ToInt:
    case Op::ToWord: return convert_word(op, sort, operands[0]);
    case Op::FToF:
    case Op::FOfWord:
    case Op::FToWord: return convert_float(op, sort, operands[0]);
    case Op::CodeAt: return code_at(operands[0], operands[1]);
    case Op::Substring: return substring(operands[0], operands[1], operands[2]);
    case Op::Decimal:
    case Op::OfCode: return text_of(op, operands[0]);
    case Op::FNeg: return float_negate(operands[0]);
    case Op::FAdd:
    case Op::FMul:
    case Op::FDiv:
    case Op::FRem: return float_operation(op, operands[0], operands[1]);
    case Op::FEq:
    case Op::FLt:
    case Op::FLe: return float_compare(op, operands[0], operands[1]);
    case Op::CLe: return char_le(operands[0], operands[1]);
    case Op::Concat: return concat(operands);
    case Op::Length: return length(operands[0]);
  }
  UNREACHABLE("{} is not made from operands", name(op));
}

std::optional<Term> Rewriter::folded(Op op, Sort sort, std::initializer_list<Term> operands) {
  std::vector<Value> values;
  for (Term operand : operands) {
    if (!terms_.is_constant(operand)) return std::nullopt;
    values.push_back(terms_.value(operand));
  }
  return terms_.constant(sort, apply(op, terms_.sort(*operands.begin()), sort, values));
}

}  // namespace term
