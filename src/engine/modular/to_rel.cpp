#include "engine/modular/to_rel.h"

#include "base/check.h"

namespace modular {

rel::Expr ValueTranslator::translate(ValueId id) {
  if (auto found = done_.find(id); found != done_.end()) return found->second;
  rel::Expr made = make(id);
  done_.emplace(id, made);
  return made;
}

rel::Expr ValueTranslator::make(ValueId id) {
  rel::Exprs& exprs = heap_.exprs();
  const ValueNode& n = values_.node(id);
  auto part = [&](std::size_t i) { return translate(n.operands[i]); };
  switch (n.op) {
    case ValueOp::Symbol:
    case ValueOp::New:
    case ValueOp::NewSet: {
      auto found = symbols_.find(SymbolId(static_cast<std::size_t>(n.value)));
      CHECK(found != symbols_.end(), "the symbol {} has no meaning here", values_.show(id));
      return found->second;
    }
    case ValueOp::Null: return exprs.none(1);
    case ValueOp::None: return exprs.none(n.arity);
    case ValueOp::Number: return exprs.int_set(exprs.constant(n.value));
    case ValueOp::Truth: return heap_.truth_atom(n.value != 0);
    case ValueOp::Type: return heap_.atoms(n.type);
    case ValueOp::Union: {
      rel::Expr all = part(0);
      for (std::size_t i = 1; i < n.operands.size(); ++i) all = exprs.make_union(all, part(i));
      return all;
    }
    case ValueOp::Intersection: {
      rel::Expr all = part(0);
      for (std::size_t i = 1; i < n.operands.size(); ++i) all = exprs.intersection(all, part(i));
      return all;
    }
    case ValueOp::Difference: return exprs.difference(part(0), part(1));
    case ValueOp::Join: return join(n.operands[0], n.operands[1]);
    case ValueOp::Product: return exprs.product(part(0), part(1));
    case ValueOp::Star: return exprs.reflexive_closure(part(0));
    case ValueOp::Override: {
      rel::Expr pairs = exprs.product(part(1), part(2));
      bool is_total = !ir::is_reference(values_.program().type(n.type).kind);
      if (is_total) return exprs.override_with(part(0), pairs);
      // Null as the new value leaves no tuple, so the old ones must go by themselves.
      rel::Expr gone = exprs.product(part(1), heap_.atoms(n.type));
      return exprs.make_union(exprs.difference(part(0), gone), pairs);
    }
  }
  UNREACHABLE("value operator");
}

// `f.x`, the objects whose field is in x: if null is in x, those that f has no tuple for. Where
// it is not known whether it is, they are among them; where f is only a bound of the field, it
// does not tell, and all objects are: such values are upper bounds.
rel::Expr ValueTranslator::join(ValueId left, ValueId right) {
  rel::Exprs& exprs = heap_.exprs();
  rel::Expr a = translate(left);
  rel::Expr b = translate(right);
  rel::Expr joined = exprs.join(a, b);
  bool is_preimage = values_.node(left).arity > 1 && values_.node(right).arity == 1;
  if (!is_preimage || !values_.may_have_null(right)) return joined;
  if (!values_.is_function(left)) return heap_.everything();
  rel::Expr without = exprs.difference(heap_.everything(), exprs.join(a, heap_.everything()));
  if (values_.is_scalar(right)) return exprs.if_expr(exprs.some(b), joined, without);
  return exprs.make_union(joined, without);
}

}  // namespace modular
