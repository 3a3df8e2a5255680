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

}  // namespace
