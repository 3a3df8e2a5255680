#include "ir/pass/abstraction.h"

#include <gtest/gtest.h>

#include "base/run/random.h"
#include "ir/pass/abstract_values.h"
#include "ir/printer.h"
#include "ir/typing.h"

namespace {

using pass::Abstraction;
using pass::AbstractNumber;
using pass::AbstractTruth;

// The codes of the parts, in order.
std::vector<std::int64_t> codes(const std::string& text) {
  auto abstraction = Abstraction::parse(text);
  std::vector<std::int64_t> result;
  if (!abstraction) return result;
  for (const pass::Region& r : abstraction->regions()) result.push_back(r.code);
  return result;
}

TEST(Abstraction, parts_have_codes_that_are_members) {
  using List = std::vector<std::int64_t>;
  EXPECT_EQ(codes("signs"), (List{-1, 0, 1}));
  EXPECT_EQ(codes("parity"), (List{0, 1}));
  EXPECT_EQ(codes("range(2,4)"), (List{0, 2, 3, 4, 5}));
  EXPECT_EQ(codes("points(-10,10)"), (List{-11, -10, 0, 10, 11}));
  EXPECT_EQ(codes("points(3,3)"), (List{0, 3, 4}));
}

TEST(Abstraction, every_number_lies_in_the_part_of_its_code) {
  for (const char* text : {"signs", "parity", "range(2,4)", "points(-10,10)", "points(1,2,5)"}) {
    Abstraction a = *Abstraction::parse(text);
    for (std::int64_t n = -15; n <= 15; ++n) {
      std::int64_t code = a.code_of(n);
      EXPECT_EQ(a.code_of(code), code) << text;
      if (a.is_parity()) continue;
      for (const pass::Region& r : a.regions()) {
        bool is_in = (!r.low || *r.low <= n) && (!r.high || n <= *r.high);
        EXPECT_EQ(is_in, r.code == code) << text << " " << n;
      }
    }
  }
}

TEST(Abstraction, what_is_none_is_refused) {
  for (const char* text : {"", "sign", "range()", "range(1,2,3)", "range(0,100)", "points()",
                           "points(a)", "points(1", "points(2000000)", "signs(1)"}) {
    EXPECT_FALSE(Abstraction::parse(text)) << text;
  }
}

// ---------------------------------------------------------------- values

using Values = std::map<ir::LocalId, std::int64_t>;

// Evaluates an expression of integers and booleans; conditions are 0 and 1.
class Evaluator {
 public:
  Evaluator(const ir::Program& program, const Values& values) : p_(program), values_(values) {}

  std::int64_t operator()(ir::ExprId id) const {
    const ir::Expr& e = p_.expr(id);
    const Evaluator& of = *this;
    switch (e.kind) {
      case ir::ExprKind::Constant: return constant(p_.constant(e.constant));
      case ir::ExprKind::Local: return values_.at(e.local);
      case ir::ExprKind::Unary: return e.unary == ir::UnaryOp::Not ? !of(e.a) : wrapped(-of(e.a));
      case ir::ExprKind::Ite: return of(e.a) ? of(e.b) : of(e.c);
      case ir::ExprKind::Binary: break;
      default: ADD_FAILURE() << "not evaluated"; return 0;
    }
    switch (e.binary) {
      case ir::BinaryOp::And: return of(e.a) && of(e.b);
      case ir::BinaryOp::Or: return of(e.a) || of(e.b);
      case ir::BinaryOp::Implies: return !of(e.a) || of(e.b);
      case ir::BinaryOp::Eq: return of(e.a) == of(e.b);
      case ir::BinaryOp::Ne: return of(e.a) != of(e.b);
      case ir::BinaryOp::Lt: return of(e.a) < of(e.b);
      case ir::BinaryOp::Le: return of(e.a) <= of(e.b);
      case ir::BinaryOp::Gt: return of(e.a) > of(e.b);
      case ir::BinaryOp::Ge: return of(e.a) >= of(e.b);
      case ir::BinaryOp::Add: return wrapped(of(e.a) + of(e.b));
      case ir::BinaryOp::Sub: return wrapped(of(e.a) - of(e.b));
      case ir::BinaryOp::Mul: return wrapped(of(e.a) * of(e.b));
      case ir::BinaryOp::Div: return of(e.a) / of(e.b);
      case ir::BinaryOp::Rem: return of(e.a) % of(e.b);
      default: ADD_FAILURE() << "not evaluated"; return 0;
    }
  }

 private:
  static std::int64_t constant(const ir::Constant& c) {
    if (const bool* b = std::get_if<bool>(&c)) return *b;
    return std::get<base::Integer>(c).to_int64().value();
  }
  std::int64_t wrapped(std::int64_t n) const {
    return p_.int_mode == ir::IntMode::Math ? n : static_cast<std::int32_t>(n);
  }

  const ir::Program& p_;
  const Values& values_;
};

// Random expressions over two abstracted variables and one that is not, against all values.
class Checker {
 public:
  Checker(std::uint64_t seed, ir::IntMode mode) : random_(seed) {
    static constexpr const char* kAll[] = {"signs",         "parity",    "range(-1,2)",
                                           "points(0,5)",   "points(2)", "points(-3,4)",
                                           "points(-2,-1)", "range(1,1)"};
    p_.int_mode = mode;
    for (const char* name : {"x", "y", "c"}) {
      ir::Local local;
      local.name = name;
      local.type = p_.types.make(ir::Type{.kind = ir::TypeKind::Range, .lo = -100, .hi = 100});
      proc_.locals.push_back(local);
    }
    for (int i = 0; i < 2; ++i) abstractions_.push_back(*Abstraction::parse(kAll[below(8)]));
  }

  void run() {
    ir::ExprId condition = make_condition(3);
    ir::ExprId number = make_number(3);
    pass::AbstractValues values(p_, proc_, [this](ir::LocalId id) {
      return id.index() < 2 ? &abstractions_[id.index()] : nullptr;
    });
    AbstractTruth truth = values.truth(condition);
    AbstractNumber bounds = values.number(number);
    Abstraction into = abstractions_.back();
    std::vector<ir::ExprId> may_lie;
    for (const pass::Region& r : into.regions()) {
      may_lie.push_back(values.may_lie(bounds, into, r));
    }
    for (std::int64_t x = -7; x <= 7; ++x) {
      for (std::int64_t y = -7; y <= 7; ++y) {
        for (std::int64_t c = -2; c <= 2; ++c) {
          check({x, y, c}, condition, number, truth, bounds, may_lie);
        }
      }
    }
  }

 private:
  void check(const std::vector<std::int64_t>& at, ir::ExprId condition, ir::ExprId number,
             const AbstractTruth& truth, const AbstractNumber& bounds,
             const std::vector<ir::ExprId>& may_lie) {
    Values concrete, coded;
    for (std::size_t i = 0; i < 3; ++i) {
      concrete[ir::LocalId(i)] = at[i];
      coded[ir::LocalId(i)] = i < 2 ? abstractions_[i].code_of(at[i]) : at[i];
    }
    Evaluator real(p_, concrete), abstract(p_, coded);
    std::string where = abstractions_[0].text() + " " + abstractions_[1].text() + " at " +
                        std::to_string(at[0]) + " " + std::to_string(at[1]) + " " +
                        std::to_string(at[2]);
    bool holds = real(condition) != 0;
    ASSERT_TRUE(abstract(holds ? truth.may : condition_not(truth.must))) << where;
    std::int64_t value = real(number);
    ASSERT_TRUE(abstract(bounds.no_low) || abstract(bounds.low) <= value) << where;
    ASSERT_TRUE(abstract(bounds.no_high) || value <= abstract(bounds.high)) << where;
    ASSERT_TRUE(abstract(value % 2 == 0 ? bounds.may_even : bounds.may_odd)) << where;
    const Abstraction& into = abstractions_.back();
    for (std::size_t i = 0; i < may_lie.size(); ++i) {
      bool is_in = into.regions()[i].code == into.code_of(value);
      ASSERT_TRUE(!is_in || abstract(may_lie[i])) << where;
    }
  }

  ir::ExprId condition_not(ir::ExprId e) { return p_.unary(ir::UnaryOp::Not, e); }
  std::size_t below(std::size_t count) { return random_.below(count); }

  ir::ExprId make_number(int depth) {
    if (depth <= 0 || below(5) == 0) {
      bool is_large = p_.int_mode != ir::IntMode::Math && below(6) == 0;
      if (is_large) return p_.int_constant(INT32_MAX - static_cast<std::int64_t>(below(3)));
      if (below(3) == 0) return p_.int_constant(static_cast<std::int64_t>(below(9)) - 4);
      return p_.local_expr(proc_, ir::LocalId(below(3)));
    }
    static constexpr ir::BinaryOp kOps[] = {ir::BinaryOp::Add, ir::BinaryOp::Sub,
                                            ir::BinaryOp::Mul};
    std::size_t kind = below(7);
    if (kind == 6) {
      ir::ExprId c = make_condition(depth - 1), a = make_number(depth - 1),
                 b = make_number(depth - 1);
      ir::TypeId type = ir::simple_type(ir::TypeKind::Int);
      return p_.add({.kind = ir::ExprKind::Ite, .type = type, .a = c, .b = a, .c = b});
    }
    if (kind >= 4) {
      auto divisor = static_cast<std::int64_t>(below(4)) + 1;
      auto op = kind == 4 ? ir::BinaryOp::Div : ir::BinaryOp::Rem;
      return binary(op, make_number(depth - 1), p_.int_constant(divisor));
    }
    if (kind == 3) {
      ir::ExprId a = binary(ir::BinaryOp::Add, make_number(depth - 1), p_.int_constant(0));
      return p_.unary(ir::UnaryOp::Neg, a);
    }
    ir::ExprId a = make_number(depth - 1);
    return binary(kOps[kind], a, make_number(depth - 1));
  }

  ir::ExprId make_condition(int depth) {
    static constexpr ir::BinaryOp kCompare[] = {ir::BinaryOp::Eq, ir::BinaryOp::Ne,
                                                ir::BinaryOp::Lt, ir::BinaryOp::Le,
                                                ir::BinaryOp::Gt, ir::BinaryOp::Ge};
    static constexpr ir::BinaryOp kJoin[] = {ir::BinaryOp::And, ir::BinaryOp::Or,
                                             ir::BinaryOp::Implies, ir::BinaryOp::Eq};
    if (depth <= 1 || below(2) == 0) {
      ir::ExprId a = make_number(depth - 1);
      return p_.binary(kCompare[below(6)], a, make_number(depth - 1));
    }
    if (below(4) == 0) return p_.unary(ir::UnaryOp::Not, make_condition(depth - 1));
    ir::ExprId a = make_condition(depth - 1);
    return p_.binary(kJoin[below(4)], a, make_condition(depth - 1));
  }

  ir::ExprId binary(ir::BinaryOp op, ir::ExprId a, ir::ExprId b) {
    ir::TypeId type = ir::binary_type(p_, op, p_.expr(a).type, p_.expr(b).type);
    return p_.add({.kind = ir::ExprKind::Binary, .binary = op, .type = type, .a = a, .b = b});
  }

  run::Random random_;
  ir::Program p_;
  ir::Procedure proc_;
  std::vector<Abstraction> abstractions_;
};

TEST(AbstractValues, contain_what_is) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Checker(seed, ir::IntMode::Math).run();
    Checker(seed, ir::IntMode::Bits32).run();
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

}  // namespace
