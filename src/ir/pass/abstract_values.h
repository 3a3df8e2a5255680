// What an expression over abstracted variables may be, as expressions of the model: bounds and
// parities of numbers, and whether conditions may or must be true. What has no abstracted variable
// in it is exact.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "ir/pass/abstraction.h"
#include "ir/program.h"

namespace pass {

// A set of numbers that contains the value. Conditions are boolean expressions.
struct AbstractNumber {
  ir::ExprId exact;            // the value itself; invalid: more than one is possible
  ir::ExprId low, high;        // the least and the greatest member, where there is one
  ir::ExprId no_low, no_high;  // there is none
  ir::ExprId may_even, may_odd;
  // `low` and `high` are no further from zero, where they mean something; nothing: unknown.
  std::optional<std::int64_t> magnitude;
};

struct AbstractTruth {
  ir::ExprId may;   // it may be true
  ir::ExprId must;  // it is true
  bool is_exact() const { return may == must; }
};

class AbstractValues {
 public:
  // The abstraction of a local of the procedure, or null.
  using Lookup = std::function<const Abstraction*(ir::LocalId)>;

  AbstractValues(ir::Program& program, const ir::Procedure& proc, Lookup abstraction)
      : p_(program), proc_(proc), abstraction_(std::move(abstraction)) {}

  // Its value does not depend on abstracted variables.
  bool is_exact(ir::ExprId expr) const;
  // The abstracted variable that the expression is, if it is one.
  const Abstraction* plain(ir::ExprId expr) const;

  AbstractNumber number(ir::ExprId expr);
  AbstractTruth truth(ir::ExprId expr);

  // The number may lie in the region of the abstraction.
  ir::ExprId may_lie(const AbstractNumber& number, const Abstraction& in, const Region& region);
  // It may be less, or greater.
  ir::ExprId may_be_below(const AbstractNumber& number, std::int64_t bound);
  ir::ExprId may_be_above(const AbstractNumber& number, std::int64_t bound);
  // The code of an exact value.
  ir::ExprId code_of(ir::ExprId value, const Abstraction& in);

  ir::ExprId literal(std::int64_t value) { return p_.int_constant(value); }
  ir::ExprId literal(bool value) { return p_.bool_constant(value); }
  ir::ExprId conditional(ir::ExprId condition, ir::ExprId yes, ir::ExprId no);

 private:
  AbstractNumber exact(ir::ExprId value);
  AbstractNumber variable(ir::ExprId local, const Abstraction& abstraction);
  AbstractNumber any();
  AbstractNumber sum(const AbstractNumber& a, const AbstractNumber& b);
  AbstractNumber negation(const AbstractNumber& a);
  AbstractNumber product(const AbstractNumber& a, const AbstractNumber& b);
  AbstractNumber signs_of_product(const AbstractNumber& a, const AbstractNumber& b);
  AbstractNumber quotient(const AbstractNumber& a, std::int64_t divisor);
  AbstractNumber remainder(const AbstractNumber& a, std::int64_t divisor);
  AbstractNumber choice(const AbstractTruth& c, const AbstractNumber& a, const AbstractNumber& b);
  AbstractNumber within(AbstractNumber number);
  AbstractTruth less(const AbstractNumber& a, const AbstractNumber& b, ir::BinaryOp op);
  AbstractTruth equal(ir::ExprId a, ir::ExprId b);
  AbstractTruth equal(const AbstractNumber& a, const AbstractNumber& b);
  AbstractTruth equal(const AbstractTruth& a, const AbstractTruth& b);
  AbstractTruth binary(const ir::Expr& e);
  AbstractTruth opposite(const AbstractTruth& a) { return {not_(a.must), not_(a.may)}; }

  bool is_number(ir::ExprId expr) const;
  std::optional<std::int64_t> magnitude_of(ir::ExprId exact) const;
  std::optional<std::int64_t> integer(ir::ExprId expr) const;
  std::optional<bool> constant(ir::ExprId expr) const;
  ir::ExprId calculate(ir::BinaryOp op, ir::ExprId a, ir::ExprId b);
  ir::ExprId compare(ir::BinaryOp op, ir::ExprId a, ir::ExprId b);
  ir::ExprId and_(ir::ExprId a, ir::ExprId b);
  ir::ExprId or_(ir::ExprId a, ir::ExprId b);
  ir::ExprId not_(ir::ExprId a);

  ir::Program& p_;
  const ir::Procedure& proc_;
  Lookup abstraction_;
};

}  // namespace pass
