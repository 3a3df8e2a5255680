// Expressions and reads as Promela text, with the condition under which they have a
// meaning.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/spin/promela_layout.h"
#include "ir/program.h"

namespace spin {

// `text` has a meaning if `defined` holds; C evaluates conditions from the left, so that
// `defined && text` never does what is undefined. Both are atoms or in parentheses.
struct PromelaValue {
  std::string text;
  std::string defined = "true";
  std::int64_t lo = 0;  // the least and the largest value
  std::int64_t hi = 0;
};

// A lock: a variable with fields owner, depth, ….
struct PromelaLock {
  std::string text;
  std::string defined = "true";
  PromelaLockShape shape;
};

// One check of a value on its way into a variable.
struct PromelaCheck {
  std::string condition;
  bool is_limit = false;  // else an error
};

class PromelaExprs {
 public:
  // `names` are those of the locals of the procedure.
  PromelaExprs(const PromelaLayout& layout, const ir::Procedure& proc,
               const std::vector<std::string>& names)
      : layout_(layout), program_(layout.program()), proc_(proc), names_(names) {}

  PromelaValue value(ir::ExprId id);
  PromelaLock lock(const ir::LockPlace& place);

  // What a read of a transition gives; any other action is none.
  PromelaValue read(const ir::Action& action);
  // The condition under which the first action of a transition does not block.
  PromelaValue enabled(const ir::Action& action);
  // The thread has ended.
  PromelaValue ended(ir::ExprId thread);

  PromelaValue element(ir::ExprId array, ir::ExprId index);
  PromelaValue field(ir::ExprId object, ir::FieldId field);
  // The condition that a value fits a variable of the type.
  std::string fits(const PromelaValue& value, ir::TypeId type) const;

  // From now on the local stands for this value.
  void bind(ir::LocalId local, PromelaValue value) { bound_.emplace_back(local, std::move(value)); }
  void unbind_all() { bound_.clear(); }

 private:
  PromelaValue local(ir::LocalId id);
  PromelaValue conversion(const ir::Expr& e);
  PromelaValue unary(const ir::Expr& e);
  PromelaValue binary(const ir::Expr& e);
  PromelaValue logical(const ir::Expr& e);
  PromelaValue arithmetic(const ir::Expr& e, const PromelaValue& a, const PromelaValue& b);
  PromelaValue conditional(const ir::Expr& e);
  PromelaValue length(const ir::Expr& e);
  PromelaValue wrapped(const ir::Expr& e, PromelaValue value) const;
  static void bits(const ir::Expr& e, const PromelaValue& a, const PromelaValue& b,
                   PromelaValue& result);
  PromelaValue shift(const ir::Expr& e, const PromelaValue& a, const PromelaValue& b);
  PromelaValue cast(const ir::Expr& e);
  PromelaValue accepts(const ir::Expr& e);
  PromelaValue quantified(const ir::Expr& e, bool all);
  PromelaValue element(const PromelaValue& array, ir::TypeId type, const PromelaValue& index);
  PromelaValue test(const ir::TestLock& action);
  PromelaValue typed(std::string text, std::string defined, ir::TypeId type) const;

  const PromelaLayout& layout_;
  const ir::Program& program_;
  const ir::Procedure& proc_;
  const std::vector<std::string>& names_;
  std::vector<std::pair<ir::LocalId, PromelaValue>> bound_;  // the last one counts
};

}  // namespace spin
