// Symbolic evaluation of IR expressions. Where a value depends on something about
// the inputs that is still open, NeedsSplit is thrown and the state is unchanged,
// but for fields and elements that came into being, which change nothing.
//
// Operations that are undefined under the current path condition give an arbitrary
// term: lowered programs guard them (ir/expr.h), so the term never matters.
#pragma once

#include "base/run/run.h"
#include "engine/symex/heap.h"

namespace symex {

class Evaluator {
 public:
  // The run is looked at where evaluation can take long: Stopped is thrown when it has to end.
  // Without one, nothing ends it.
  Evaluator(const ProgramTables& tables, const Heap& heap, term::Terms& terms,
            run::Run* run = nullptr);

  Value value(State& state, Frame& frame, ir::ExprId id) const {
    const ir::Expr& e = tables_.program().expr(id);
    if (e.kind == ir::ExprKind::Local) return Heap::known(state, frame.locals[e.local.index()]);
    if (e.kind == ir::ExprKind::Constant) return constants_[id.index()];
    return compute(state, frame, e);
  }
  // A condition as a term.
  term::Term condition(State& state, Frame& frame, ir::ExprId id) const {
    return value(state, frame, id).term();
  }
  // One that is assumed: the length of an array of the inputs need not be decided for it.
  term::Term assumption(State& state, Frame& frame, ir::ExprId id) const;

 private:
  // What is neither a local nor a constant.
  Value compute(State& state, Frame& frame, const ir::Expr& e) const;
  Value accepts(State& state, Frame& frame, const ir::Expr& e) const;
  Value length(State& state, Frame& frame, const ir::Expr& e) const;
  Value part_of_string(State& state, Frame& frame, const ir::Expr& e) const;
  Value unary(const ir::Expr& e, term::Term a) const;
  term::Term text_of_float(term::Term a) const;
  Value bits(const ir::Expr& e, term::Term a, term::Term b) const;
  Value binary(State& state, Frame& frame, const ir::Expr& e) const;
  Value logical(State& state, Frame& frame, const ir::Expr& e) const;
  Value equality(State& state, ir::BinaryOp op, Value a, Value b) const;
  Value ite(State& state, Frame& frame, const ir::Expr& e) const;
  Value quantifier(State& state, Frame& frame, const ir::Expr& e) const;
  Value element(State& state, Frame& frame, const ir::Expr& e) const;
  bool decided(const State& state, term::Term condition) const;
  // The term, unless it is a constant that is too large to go on with.
  term::Term bounded(term::Term result) const;

  const ProgramTables& tables_;
  const Heap& heap_;
  term::Terms& terms_;
  run::Run* run_;
  std::vector<Value> constants_;  // by expression
  mutable bool is_assuming_ = false;
};

}  // namespace symex
