#include "engine/interp/arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/interp/failure.h"

namespace {

using base::Integer;
using interp::apply;
using interp::Value;
using ir::BinaryOp;
using ir::IntMode;
using ir::TypeKind;

std::string op(IntMode mode, TypeKind kind, BinaryOp o, const Integer& a, const Integer& b) {
  try {
    return std::get<Integer>(apply(mode, kind, o, a, b)).to_string();
  } catch (const interp::UndefinedOperation& failure) {
    return failure.what;
  }
}

Integer big(const char* digits) { return *Integer::parse(digits); }

TEST(Arithmetic, DivisionTruncatesForAllSigns) {
  for (IntMode mode : {IntMode::Math, IntMode::Bits32, IntMode::Bits64}) {
    auto div = [&](int a, int b) { return op(mode, TypeKind::Int, BinaryOp::Div, a, b); };
    auto rem = [&](int a, int b) { return op(mode, TypeKind::Int, BinaryOp::Rem, a, b); };
    EXPECT_EQ(div(7, 2), "3");
    EXPECT_EQ(div(-7, 2), "-3");
    EXPECT_EQ(div(7, -2), "-3");
    EXPECT_EQ(div(-7, -2), "3");
    EXPECT_EQ(rem(7, 2), "1");
    EXPECT_EQ(rem(-7, 2), "-1");
    EXPECT_EQ(rem(7, -2), "1");
    EXPECT_EQ(rem(-7, -2), "-1");
    EXPECT_EQ(div(1, 0), "division by zero");
    EXPECT_EQ(rem(1, 0), "division by zero");
  }
}

TEST(Arithmetic, SignedIntegersWrap) {
  Integer max32 = 2147483647;
  Integer min32 = -max32 - 1;
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Int, BinaryOp::Add, max32, 1), "-2147483648");
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Int, BinaryOp::Sub, min32, 1), "2147483647");
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Int, BinaryOp::Mul, 65536, 65536), "0");
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Int, BinaryOp::Div, min32, -1), "-2147483648");
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Int, BinaryOp::Rem, min32, -1), "0");
  EXPECT_EQ(op(IntMode::Math, TypeKind::Int, BinaryOp::Add, max32, 1), "2147483648");
  Integer max64 = INT64_MAX;
  EXPECT_EQ(op(IntMode::Bits64, TypeKind::Int, BinaryOp::Add, max64, 1), "-9223372036854775808");
  EXPECT_EQ(op(IntMode::Bits64, TypeKind::Int, BinaryOp::Div, INT64_MIN, -1),
            "-9223372036854775808");
  EXPECT_EQ(op(IntMode::Math, TypeKind::Int, BinaryOp::Add, max64, 1), "9223372036854775808");
}

TEST(Arithmetic, UnsignedIntegersWrapOrAreUndefined) {
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Uint, BinaryOp::Sub, 0, 1), "4294967295");
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Uint, BinaryOp::Add, 4294967295, 1), "0");
  EXPECT_EQ(op(IntMode::Bits64, TypeKind::Uint, BinaryOp::Sub, 0, 1), "18446744073709551615");
  EXPECT_EQ(op(IntMode::Bits64, TypeKind::Uint, BinaryOp::Add, big("18446744073709551615"), 1),
            "0");
  EXPECT_EQ(op(IntMode::Math, TypeKind::Uint, BinaryOp::Sub, 0, 1),
            "an unsigned integer below zero");
}

TEST(Arithmetic, RangesAreNotWrapped) {
  EXPECT_EQ(op(IntMode::Bits32, TypeKind::Range, BinaryOp::Add, 2147483647, 1), "2147483648");
}

TEST(Arithmetic, NegationWraps) {
  Integer min32 = -2147483648LL;
  Value negated = apply(IntMode::Bits32, TypeKind::Int, ir::UnaryOp::Neg, min32);
  EXPECT_EQ(std::get<Integer>(negated), min32);
  EXPECT_THROW(apply(IntMode::Math, TypeKind::Uint, ir::UnaryOp::Neg, Integer(1)),
               interp::UndefinedOperation);
}

TEST(Arithmetic, FloatsAreIeee) {
  auto f = [](BinaryOp o, double a, double b) {
    return std::get<double>(apply(IntMode::Math, TypeKind::Float, o, a, b));
  };
  EXPECT_TRUE(std::isinf(f(BinaryOp::Div, 1.0, 0.0)));
  EXPECT_TRUE(std::isnan(f(BinaryOp::Div, 0.0, 0.0)));
  EXPECT_EQ(f(BinaryOp::Rem, -7.5, 2.0), -1.5);
  double nan = std::nan("");
  EXPECT_EQ(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Eq, nan, nan), Value(false));
  EXPECT_EQ(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Ne, nan, nan), Value(true));
  EXPECT_EQ(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Eq, 0.0, -0.0), Value(true));
}

TEST(Arithmetic, CharactersAreOrdered) {
  EXPECT_EQ(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Lt, U'a', U'b'), Value(true));
  EXPECT_EQ(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Ge, U'a', U'b'), Value(false));
}

TEST(Arithmetic, MixedOperandsAreUndefined) {
  EXPECT_THROW(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Lt, Value(true), Value(false)),
               interp::UndefinedOperation);
  EXPECT_THROW(apply(IntMode::Math, TypeKind::Int, BinaryOp::Add, Value(Integer(1)), Value(1.0)),
               interp::UndefinedOperation);
  EXPECT_THROW(apply(IntMode::Math, TypeKind::Bool, BinaryOp::Eq, Value(Integer(1)), Value(true)),
               interp::UndefinedOperation);
}

TEST(Value, FloatsShowAPoint) {
  EXPECT_EQ(interp::show_float(2), "2.0");
  EXPECT_EQ(interp::show_float(-0.5), "-0.5");
  EXPECT_EQ(interp::show_float(1e300), "1e+300");
  EXPECT_EQ(interp::show_float(1.0 / 0.0), "inf");
}

std::string converted(TypeKind kind, ir::UnaryOp o, const Value& a) {
  Value result = apply(IntMode::Bits32, kind, o, a);
  if (const auto* number = std::get_if<Integer>(&result)) return number->to_string();
  if (const auto* text = std::get_if<std::string>(&result)) return *text;
  return interp::show_float(std::get<double>(result), kind == TypeKind::Float32);
}

TEST(Arithmetic, LongsWrapWhateverIntIs) {
  for (IntMode mode : {IntMode::Math, IntMode::Bits32, IntMode::Bits64}) {
    EXPECT_EQ(op(mode, TypeKind::Long, BinaryOp::Add, INT64_MAX, 1), "-9223372036854775808");
    EXPECT_EQ(op(mode, TypeKind::Long, BinaryOp::Div, INT64_MIN, -1), "-9223372036854775808");
    EXPECT_EQ(op(mode, TypeKind::Long, BinaryOp::Rem, INT64_MIN, -1), "0");
  }
}

TEST(Arithmetic, Bits) {
  auto word = [](BinaryOp o, std::int64_t a, std::int64_t b) {
    return op(IntMode::Bits32, TypeKind::Int, o, a, b);
  };
  auto wide = [](BinaryOp o, std::int64_t a, std::int64_t b) {
    return op(IntMode::Bits32, TypeKind::Long, o, a, b);
  };
  EXPECT_EQ(word(BinaryOp::BitAnd, -2, 7), "6");
  EXPECT_EQ(word(BinaryOp::BitOr, INT32_MIN, 1), "-2147483647");
  EXPECT_EQ(word(BinaryOp::BitXor, -1, 5), "-6");
  EXPECT_EQ(word(BinaryOp::Shl, 1, 31), "-2147483648");
  EXPECT_EQ(word(BinaryOp::Shl, 1, 33), "2");
  EXPECT_EQ(word(BinaryOp::Shl, 1, -1), "-2147483648");
  EXPECT_EQ(word(BinaryOp::Shr, -8, 1), "-4");
  EXPECT_EQ(word(BinaryOp::Ushr, -1, 28), "15");
  EXPECT_EQ(word(BinaryOp::Ushr, -1, 32), "-1");
  EXPECT_EQ(wide(BinaryOp::Shl, 1, 33), "8589934592");
  EXPECT_EQ(wide(BinaryOp::Shl, 1, 64), "1");
  EXPECT_EQ(wide(BinaryOp::Shr, INT64_MIN, 63), "-1");
  EXPECT_EQ(wide(BinaryOp::Ushr, -1, 1), "9223372036854775807");
  EXPECT_THROW(apply(IntMode::Math, TypeKind::Int, BinaryOp::Shl, Integer(1), Integer(1)),
               interp::UndefinedOperation);
}

TEST(Arithmetic, ConversionsToIntegersSaturate) {
  double nan = std::nan("");
  auto to_int = [](const Value& a) { return converted(TypeKind::Int, ir::UnaryOp::ToInt, a); };
  auto to_long = [](const Value& a) { return converted(TypeKind::Long, ir::UnaryOp::ToLong, a); };
  EXPECT_EQ(to_int(-2.9), "-2");
  EXPECT_EQ(to_int(nan), "0");
  EXPECT_EQ(to_int(3e9), "2147483647");
  EXPECT_EQ(to_int(2147483647.5), "2147483647");
  EXPECT_EQ(to_int(-2147483648.9), "-2147483648");
  EXPECT_EQ(to_int(-INFINITY), "-2147483648");
  EXPECT_EQ(to_long(9.3e18), "9223372036854775807");
  EXPECT_EQ(to_long(-9.3e18), "-9223372036854775808");
  EXPECT_EQ(to_long(-0.5), "0");
  EXPECT_EQ(to_int(Integer(std::int64_t{1} << 33 | 7)), "7");
  EXPECT_EQ(to_long(Integer(-1)), "-1");
  EXPECT_EQ(converted(TypeKind::Int, ir::UnaryOp::ToByte, Integer(200)), "-56");
  EXPECT_EQ(converted(TypeKind::Int, ir::UnaryOp::ToShort, Integer(40000)), "-25536");
  EXPECT_EQ(converted(TypeKind::Int, ir::UnaryOp::ToChar16, Integer(-1)), "65535");
}

TEST(Arithmetic, SinglesAreRoundedOnce) {
  auto to_single = [](const Value& a) {
    return converted(TypeKind::Float32, ir::UnaryOp::ToFloat32, a);
  };
  EXPECT_EQ(to_single(0.1), "0.1");
  EXPECT_EQ(to_single(Integer(16777217)), "16777216.0");
  // By way of a double it would be rounded to the tie first, and then down.
  std::int64_t above_tie = (std::int64_t{1} << 60) + (std::int64_t{1} << 36) + 1;
  Value single =
      apply(IntMode::Bits32, TypeKind::Float32, ir::UnaryOp::ToFloat32, Integer(above_tie));
  EXPECT_EQ(std::get<double>(single), std::ldexp(1.0, 60) + std::ldexp(1.0, 37));
  Value a = double{0.1F};
  Value b = double{0.2F};
  Value sum = apply(IntMode::Bits32, TypeKind::Float32, BinaryOp::Add, a, b);
  EXPECT_EQ(std::get<double>(sum), double{0.1F + 0.2F});
  Value product = apply(IntMode::Bits32, TypeKind::Float32, BinaryOp::Mul, a, b);
  EXPECT_EQ(std::get<double>(product), double{0.1F * 0.2F});
  EXPECT_EQ(std::get<bool>(apply(IntMode::Bits32, TypeKind::Bool, BinaryOp::Lt, a, b)), true);
}

TEST(Arithmetic, Texts) {
  auto text = [](ir::UnaryOp o, const Value& a) { return converted(TypeKind::String, o, a); };
  EXPECT_EQ(text(ir::UnaryOp::ToText, Integer(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(text(ir::UnaryOp::ToText, true), "true");
  EXPECT_EQ(text(ir::UnaryOp::CharText, Integer(0xe9)), "\xc3\xa9");
  EXPECT_THROW(apply(IntMode::Bits32, TypeKind::String, ir::UnaryOp::CharText, Integer(0x10000)),
               interp::UndefinedOperation);
}

}  // namespace
