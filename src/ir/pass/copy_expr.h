// Copies expressions of the source program into a finite model: variables get their
// ranges, characters become numbers, unsigned numbers become numbers (unless machine
// integers wrap), and what is constant is folded.
#pragma once

#include <functional>

#include "ir/pass/domains.h"
#include "ir/program.h"

namespace pass {

class ExprCopier {
 public:
  // Says which local of the model stands for one of the source.
  using LocalMap = std::function<ir::LocalId(ir::LocalId)>;

  ExprCopier(const ir::Program& source, Domains& domains, ir::Program& model)
      : source_(source), domains_(domains), model_(model) {}

  // `proc` is the procedure of the model that the copy is for. The expression needs no
  // float and no string.
  ir::ExprId copy(ir::ExprId source, const ir::Procedure& proc, const LocalMap& locals);

  ir::ExprId null();
  // Built with the same folding as copies.
  ir::ExprId binary(ir::BinaryOp op, ir::ExprId a, ir::ExprId b);
  ir::ExprId negation(ir::ExprId a);
  ir::ExprId number(std::int64_t value) { return model_.int_constant(value); }

  // The value of a constant condition, or nothing.
  std::optional<bool> truth(ir::ExprId model) const;
  const base::Integer* integer(ir::ExprId model) const;

 private:
  ir::ExprId constant(const ir::Expr& e);
  ir::ExprId arithmetic(const ir::Expr& e, ir::ExprId a, ir::ExprId b);

  const ir::Program& source_;
  Domains& domains_;
  ir::Program& model_;
};

}  // namespace pass
