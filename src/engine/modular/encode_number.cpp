// Words as numbers. Numbers of relational logic are mathematical, with an overflow beyond some
// width; a word wraps. So whatever might leave its word is an overflow here, which leaves the
// execution out and names the bound `bitwidth`; everything else is exact. Bits are those of two's
// complement: a shift is a division that rounds down, a mask what it leaves.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/modular/encode.h"

namespace modular {

namespace {

// Numbers of relational logic have no more bits (logic/rel/numbers.h), the sign included.
constexpr unsigned kMostBits = 40;
// Bit by bit, an operator costs a division for each of them.
constexpr unsigned kMostSingleBits = 12;

constexpr std::int64_t power(unsigned exponent) { return std::int64_t{1} << exponent; }

}  // namespace

rel::IntExpr Encoder::overflow() { return exprs_.constant(power(kMostBits)); }

// A bound on the bits that any value of this number needs, its sign included.
unsigned Encoder::width(rel::IntExpr number) {
  if (auto found = widths_.find(number.index()); found != widths_.end()) return found->second;
  const rel::Node& node = exprs_.node(number);
  auto part = [&](std::size_t i) { return width(rel::IntExpr(exprs_.children(node)[i])); };
  unsigned bits = kMostBits;
  switch (node.op) {
    case rel::Op::Constant: {
      auto magnitude = static_cast<std::uint64_t>(node.value < 0 ? ~node.value : node.value);
      bits = static_cast<unsigned>(std::bit_width(magnitude)) + 1;
      break;
    }
    case rel::Op::Add:
    case rel::Op::Subtract: bits = std::max(part(0), part(1)) + 1; break;
    case rel::Op::Multiply: bits = part(0) + part(1); break;
    case rel::Op::Divide: bits = part(0) + 1; break;
    case rel::Op::Remainder: bits = part(0); break;
    case rel::Op::IfInt: bits = std::max(part(1), part(2)); break;
    // The value of a variable, a field or an element.
    case rel::Op::SetSum: bits = heap_.universe().bitwidth(); break;
    default: break;
  }
  widths_[number.index()] = bits;
  return bits;
}

// The number, if it has no more bits than that.
rel::IntExpr Encoder::within(rel::IntExpr number, unsigned bits) {
  if (width(number) <= bits) return number;
  rel::Formula fits =
      exprs_.conjunction({exprs_.less_equal(exprs_.constant(-power(bits - 1)), number),
                          exprs_.less(number, exprs_.constant(power(bits - 1)))});
  rel::IntExpr result = exprs_.if_int(fits, number, overflow());
  widths_[result.index()] = bits;
  return result;
}

rel::IntExpr Encoder::in_type(ir::TypeId type, rel::IntExpr number) {
  bool is_short =
      program_.type(type).kind != ir::TypeKind::Long && program_.int_mode == ir::IntMode::Bits32;
  return is_short ? within(number, 32) : number;
}

rel::IntExpr Encoder::unary(const ir::Expr& e, rel::IntExpr a) {
  rel::IntExpr zero = exprs_.constant(0);
  switch (e.unary) {
    case ir::UnaryOp::Neg: return in_type(e.type, exprs_.subtract(zero, a));
    case ir::UnaryOp::ToInt: return in_type(e.type, a);
    case ir::UnaryOp::ToLong: return a;
    case ir::UnaryOp::ToByte: return within(a, 8);
    case ir::UnaryOp::ToShort: return within(a, 16);
    case ir::UnaryOp::ToChar16:
      return exprs_.if_int(exprs_.less_equal(zero, a), within(a, 17), overflow());
    default: break;
  }
  unsupported(fmt::format("the conversion {}", ir::spelling(e.unary)));
  return zero;
}

// Copies of the sign move in.
rel::IntExpr Encoder::shifted(rel::IntExpr a, unsigned places) {
  if (places == 0) return a;
  rel::IntExpr minus_one = exprs_.constant(-1);
  rel::Formula is_negative = exprs_.less(a, exprs_.constant(0));
  if (places + 1 >= width(a)) return exprs_.if_int(is_negative, minus_one, exprs_.constant(0));
  rel::IntExpr by = exprs_.constant(power(places));
  rel::IntExpr down = exprs_.subtract(minus_one, exprs_.divide(exprs_.subtract(minus_one, a), by));
  rel::IntExpr result = exprs_.if_int(is_negative, down, exprs_.divide(a, by));
  widths_[result.index()] = width(a) - places;
  return result;
}

rel::IntExpr Encoder::bits(const ir::Expr& e, rel::IntExpr a, rel::IntExpr b) {
  bool is_long =
      program_.type(e.type).kind == ir::TypeKind::Long || program_.int_mode == ir::IntMode::Bits64;
  const unsigned word = is_long ? 64 : 32;
  auto constant = [&](rel::IntExpr number) -> std::optional<std::int64_t> {
    const rel::Node& node = exprs_.node(number);
    return node.op == rel::Op::Constant ? std::optional(node.value) : std::nullopt;
  };
  rel::IntExpr zero = exprs_.constant(0);
  if (ir::is_shift(e.binary)) {
    auto given = constant(b);
    if (!given) {
      unsupported(fmt::format("the operator {} by a number that varies", ir::spelling(e.binary)));
      return a;
    }
    auto places = static_cast<unsigned>(*given & (word - 1));
    if (e.binary == ir::BinaryOp::Shr || places == 0) return shifted(a, places);
    bool is_far = e.binary == ir::BinaryOp::Shl && places + 2 > kMostBits;
    if (is_far) return exprs_.if_int(exprs_.int_equal(a, zero), zero, overflow());
    if (e.binary == ir::BinaryOp::Shl) return exprs_.multiply(a, exprs_.constant(power(places)));
    // Zeros move in: what is negative becomes large.
    rel::IntExpr down = shifted(a, places);
    rel::IntExpr large = overflow();
    if (word - places + 2 <= kMostBits) {
      large = exprs_.add(down, exprs_.constant(power(word - places)));
    }
    return exprs_.if_int(exprs_.less(a, zero), large, down);
  }
  if (constant(a)) std::swap(a, b);
  if (auto mask = constant(b); mask && e.binary == ir::BinaryOp::BitAnd) {
    bool keeps_low = *mask >= 0 && std::has_single_bit(static_cast<std::uint64_t>(*mask) + 1);
    bool keeps_high = *mask < 0 && std::has_single_bit(static_cast<std::uint64_t>(-*mask));
    auto border = static_cast<unsigned>(
        std::bit_width(static_cast<std::uint64_t>(keeps_high ? ~*mask : *mask)));
    if ((keeps_low || keeps_high) && border + 2 <= kMostBits) {
      rel::IntExpr high = exprs_.multiply(shifted(a, border), exprs_.constant(power(border)));
      return keeps_high ? high : exprs_.subtract(a, high);
    }
  }
  unsigned most = std::max(width(a), width(b));
  if (most > kMostSingleBits) {
    unsupported(fmt::format("the operator {} on numbers of {} bits", ir::spelling(e.binary), most));
    return a;
  }
  rel::IntExpr two = exprs_.constant(2);
  rel::IntExpr result = zero;
  for (unsigned i = 0; i < most; ++i) {
    auto is_set = [&](rel::IntExpr of) {
      rel::IntExpr last = exprs_.remainder(shifted(of, i), two);
      return exprs_.negation(exprs_.int_equal(last, zero));
    };
    rel::Formula x = is_set(a);
    rel::Formula y = is_set(b);
    rel::Formula both = exprs_.conjunction({x, y});
    rel::Formula any = exprs_.disjunction({x, y});
    rel::Formula bit = e.binary == ir::BinaryOp::BitAnd  ? both
                       : e.binary == ir::BinaryOp::BitOr ? any
                                                         : exprs_.negation(exprs_.iff(x, y));
    std::int64_t weight = i + 1 == most ? -power(i) : power(i);
    result = exprs_.add(result, exprs_.if_int(bit, exprs_.constant(weight), zero));
  }
  widths_[result.index()] = most;
  return result;
}

}  // namespace modular
