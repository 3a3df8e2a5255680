// Expressions and simple actions.
#include <fmt/format.h>

#include "base/check.h"
#include "engine/modular/encode.h"
#include "ir/pass/features.h"

namespace modular {

namespace {

// With one thread a monitor is always free (effects.cpp refuses those that code might misuse).
bool is_monitor(const ir::Action& action) {
  return std::holds_alternative<ir::Enter>(action) || std::holds_alternative<ir::Exit>(action);
}

}  // namespace

rel::Formula Encoder::truth(const Frame& frame, ir::ExprId expr, const Point& point) {
  return eval(frame, expr, point).truth;
}

rel::IntExpr Encoder::length(const Frame& frame, ir::ExprId array, const Point& point) {
  SlotId slot = slots_.length(program_.expr(array).type);
  rel::Expr of = eval(frame, array, point).set;
  return exprs_.set_sum(exprs_.join(of, point.state[slot.index()]));
}

SymbolicValue Encoder::eval(const Frame& frame, ir::ExprId id, const Point& point) {
  const ir::Expr& e = program_.expr(id);
  SymbolicValue value;
  if (effects_.is_unseen(e.type)) {
    value.set = exprs_.none(1);
    return value;
  }
  switch (e.kind) {
    case ir::ExprKind::Local: return point.locals[e.local.index()];
    case ir::ExprKind::Constant: {
      const ir::Constant& constant = program_.constant(e.constant);
      if (const auto* flag = std::get_if<bool>(&constant)) {
        value.truth = exprs_.truth(*flag);
      } else if (const auto* number = std::get_if<base::Integer>(&constant)) {
        auto small = number->to_int64();
        if (!small) unsupported("numbers beyond 64 bits");
        value.number = exprs_.constant(small.value_or(0));
      } else {
        if (!std::holds_alternative<ir::NullValue>(constant)) unsupported("constants of this type");
        value.set = exprs_.none(1);
      }
      return value;
    }
    case ir::ExprKind::Unary:
      if (e.unary == ir::UnaryOp::Not) {
        value.truth = exprs_.negation(truth(frame, e.a, point));
      } else {
        value.number = unary(e, eval(frame, e.a, point).number);
      }
      return value;
    case ir::ExprKind::Binary: return binary(frame, e, point);
    case ir::ExprKind::Ite:
      return merge(truth(frame, e.a, point), eval(frame, e.b, point), eval(frame, e.c, point));
    case ir::ExprKind::Length: value.number = length(frame, e.a, point); return value;
    case ir::ExprKind::Cast: return eval(frame, e.a, point);
    case ir::ExprKind::InstanceOf: {
      rel::Expr object = eval(frame, e.a, point).set;
      rel::Expr all = exprs_.none(1);
      if (e.cls) {
        for (SlotId set : slots_.sets_of(e.cls)) all = exprs_.make_union(all, heap_.atoms(set));
      } else {
        all = heap_.atoms(e.tested);
      }
      value.truth = exprs_.conjunction({exprs_.some(object), exprs_.in(object, all)});
      return value;
    }
    case ir::ExprKind::CharAt:
    case ir::ExprKind::Substring: unsupported("parts of strings"); break;
    case ir::ExprKind::Accepts: {
      // Every array is of the class that its variable has (effects.cpp).
      rel::Expr object = eval(frame, e.b, point).set;
      ir::TypeId element = program_.type_of(e.a).element;
      value.truth = exprs_.in(object, heap_.atoms(element));
      return value;
    }
    case ir::ExprKind::Forall:
    case ir::ExprKind::Exists: unsupported("quantifiers in code"); break;
    case ir::ExprKind::FieldOf: {
      SlotId slot = slots_.field(e.field);
      rel::Expr object = eval(frame, e.a, point).set;
      return heap_.value_of(e.type, exprs_.join(object, point.state[slot.index()]));
    }
    case ir::ExprKind::ElementOf: {
      SlotId slot = slots_.elements(program_.expr(e.a).type);
      rel::Expr array = eval(frame, e.a, point).set;
      rel::Expr index = exprs_.int_set(eval(frame, e.b, point).number);
      rel::Expr element = exprs_.join(index, exprs_.join(array, point.state[slot.index()]));
      return heap_.value_of(e.type, element);
    }
    case ir::ExprKind::GlobalOf:
      return heap_.value_of(e.type, point.state[slots_.global(e.global).index()]);
  }
  value.truth = exprs_.truth(true);
  return value;
}

SymbolicValue Encoder::binary(const Frame& frame, const ir::Expr& e, const Point& point) {
  SymbolicValue a = eval(frame, e.a, point);
  SymbolicValue b = eval(frame, e.b, point);
  SymbolicValue value;
  auto equal = [&] {
    if (a.number) return exprs_.int_equal(a.number, b.number);
    if (a.truth) return exprs_.iff(a.truth, b.truth);
    // A comparison with null asks for a tuple.
    if (a.set == exprs_.none(1)) return exprs_.no(b.set);
    if (b.set == exprs_.none(1)) return exprs_.no(a.set);
    return exprs_.equal(a.set, b.set);
  };
  switch (e.binary) {
    case ir::BinaryOp::Implies: value.truth = exprs_.implies(a.truth, b.truth); break;
    case ir::BinaryOp::Or: value.truth = exprs_.disjunction({a.truth, b.truth}); break;
    case ir::BinaryOp::And: value.truth = exprs_.conjunction({a.truth, b.truth}); break;
    case ir::BinaryOp::Eq: value.truth = equal(); break;
    case ir::BinaryOp::Ne: value.truth = exprs_.negation(equal()); break;
    case ir::BinaryOp::Lt: value.truth = exprs_.less(a.number, b.number); break;
    case ir::BinaryOp::Le: value.truth = exprs_.less_equal(a.number, b.number); break;
    case ir::BinaryOp::Gt: value.truth = exprs_.less(b.number, a.number); break;
    case ir::BinaryOp::Ge: value.truth = exprs_.less_equal(b.number, a.number); break;
    case ir::BinaryOp::Add: value.number = exprs_.add(a.number, b.number); break;
    case ir::BinaryOp::Sub: value.number = exprs_.subtract(a.number, b.number); break;
    case ir::BinaryOp::Mul: value.number = exprs_.multiply(a.number, b.number); break;
    case ir::BinaryOp::Div: value.number = exprs_.divide(a.number, b.number); break;
    case ir::BinaryOp::Rem: value.number = exprs_.remainder(a.number, b.number); break;
    case ir::BinaryOp::BitAnd:
    case ir::BinaryOp::BitOr:
    case ir::BinaryOp::BitXor:
      if (a.truth) {
        rel::Formula differ = exprs_.negation(exprs_.iff(a.truth, b.truth));
        if (e.binary == ir::BinaryOp::BitAnd) value.truth = exprs_.conjunction({a.truth, b.truth});
        if (e.binary == ir::BinaryOp::BitOr) value.truth = exprs_.disjunction({a.truth, b.truth});
        if (e.binary == ir::BinaryOp::BitXor) value.truth = differ;
        break;
      }
      [[fallthrough]];
    case ir::BinaryOp::Shl:
    case ir::BinaryOp::Shr:
    case ir::BinaryOp::Ushr: value.number = bits(e, a.number, b.number); break;
  }
  if (value.number) value.number = in_type(e.type, value.number);
  return value;
}

void Encoder::assign(const Frame& frame, ir::LocalId target, rel::Expr set, Point& point) {
  point.locals[target.index()] = heap_.value_of(frame.proc->local(target).type, set);
}

// False if the scope is used up: such executions are left out.
bool Encoder::allocate(Frame& frame, ir::LocalId target, SlotId set, Point& point,
                       rel::Expr& object) {
  rel::Expr& objects = point.state[set.index()];
  object = heap_.next_object(set, objects);
  cut("scope", point.guard, exprs_.no(object));
  if (!add(point.guard, exprs_.some(object))) return false;
  objects = exprs_.make_union(objects, object);
  assign(frame, target, object, point);
  return true;
}

// The fields of a new object.
void Encoder::initialise(ir::ClassId cls, rel::Expr object, State& state) {
  for (ir::FieldId field : program_.all_fields(cls)) {
    SlotId slot = slots_.field(field);
    ir::TypeId type = program_.field(field).type;
    // References of objects that did not exist are already null.
    if (ir::is_reference(program_.type(type).kind) || !state[slot.index()]) continue;
    bool is_bool = program_.type(type).kind == ir::TypeKind::Bool;
    rel::Expr zero = is_bool ? heap_.truth_atom(false) : exprs_.int_set(exprs_.constant(0));
    rel::Expr& relation = state[slot.index()];
    relation = heap_.updated(slot, relation, object, zero);
  }
}

// False if no execution gets past the action.
bool Encoder::perform(Frame& frame, const ir::Action& action, Point& point) {
  if (effects_.moves_unseen(*frame.proc, action)) return true;
  if (const auto* a = std::get_if<ir::Assign>(&action)) {
    point.locals[a->target.index()] = eval(frame, a->value, point);
  } else if (const auto* load = std::get_if<ir::LoadField>(&action)) {
    SlotId slot = slots_.field(load->field);
    rel::Expr object = eval(frame, load->object, point).set;
    assign(frame, load->target, exprs_.join(object, point.state[slot.index()]), point);
  } else if (const auto* store = std::get_if<ir::StoreField>(&action)) {
    SlotId slot = slots_.field(store->field);
    rel::Expr object = eval(frame, store->object, point).set;
    rel::Expr value = heap_.set_of(slots_[slot].range, eval(frame, store->value, point));
    rel::Expr& relation = point.state[slot.index()];
    relation = heap_.updated(slot, relation, object, value);
  } else if (const auto* get = std::get_if<ir::LoadElement>(&action)) {
    SlotId slot = slots_.elements(program_.expr(get->array).type);
    rel::Expr array = eval(frame, get->array, point).set;
    rel::Expr index = exprs_.int_set(eval(frame, get->index, point).number);
    rel::Expr element = exprs_.join(index, exprs_.join(array, point.state[slot.index()]));
    assign(frame, get->target, element, point);
  } else if (const auto* set = std::get_if<ir::StoreElement>(&action)) {
    SlotId slot = slots_.elements(program_.expr(set->array).type);
    rel::Expr array = eval(frame, set->array, point).set;
    rel::Expr index = exprs_.int_set(eval(frame, set->index, point).number);
    rel::Expr value = heap_.set_of(slots_[slot].range, eval(frame, set->value, point));
    rel::Expr at = exprs_.product(array, index);
    rel::Expr& relation = point.state[slot.index()];
    rel::Expr gone = exprs_.product(at, heap_.atoms(slots_[slot].range));
    relation = exprs_.make_union(exprs_.difference(relation, gone), exprs_.product(at, value));
  } else if (const auto* read = std::get_if<ir::LoadGlobal>(&action)) {
    assign(frame, read->target, point.state[slots_.global(read->global).index()], point);
  } else if (const auto* write = std::get_if<ir::StoreGlobal>(&action)) {
    SlotId slot = slots_.global(write->global);
    point.state[slot.index()] = heap_.set_of(slots_[slot].range, eval(frame, write->value, point));
  } else if (const auto* made = std::get_if<ir::New>(&action)) {
    rel::Expr object;
    if (!allocate(frame, made->target, slots_.allocated(made->cls), point, object)) return false;
    initialise(made->cls, object, point.state);
  } else if (const auto* array = std::get_if<ir::NewArray>(&action)) {
    // A length, and every index, is an atom.
    rel::IntExpr size = eval(frame, array->sizes[0], point).number;
    rel::Formula fits = exprs_.less_equal(size, exprs_.constant(heap_.greatest()));
    cut("bitwidth", point.guard, exprs_.negation(fits));
    if (!add(point.guard, fits)) return false;
    rel::Expr object;
    if (!allocate(frame, array->target, slots_.allocated(array->type), point, object)) return false;
    SlotId length_slot = slots_.length(array->type);
    rel::Expr& length_relation = point.state[length_slot.index()];
    length_relation =
        exprs_.override_with(length_relation, exprs_.product(object, exprs_.int_set(size)));
    SlotId slot = slots_.elements(array->type);
    ir::TypeId element = slots_[slot].range;
    if (!ir::is_reference(program_.type(element).kind)) {
      bool is_bool = program_.type(element).kind == ir::TypeKind::Bool;
      rel::Expr zero = is_bool ? heap_.truth_atom(false) : exprs_.int_set(exprs_.constant(0));
      rel::VariableId i = exprs_.add_variable("i");
      rel::IntExpr at = exprs_.set_sum(exprs_.variable(i));
      rel::Formula inside =
          exprs_.conjunction({exprs_.less_equal(exprs_.constant(0), at), exprs_.less(at, size)});
      std::vector<rel::Decl> decls = {{i, exprs_.ints()}};
      rel::Expr indices = exprs_.comprehension(decls, inside);
      rel::Expr& relation = point.state[slot.index()];
      relation = exprs_.make_union(relation, exprs_.product(exprs_.product(object, indices), zero));
    }
  } else if (const auto* check = std::get_if<ir::Assert>(&action)) {
    assert_that(truth(frame, check->condition, point), span_, point, false, {});
  } else if (const auto* assume = std::get_if<ir::Assume>(&action)) {
    return add(point.guard, truth(frame, assume->condition, point));
  } else if (const auto* contract = std::get_if<ir::CheckContract>(&action)) {
    check_contract(frame, contract->kind, point);
  } else if (const auto* limit = std::get_if<ir::Limit>(&action)) {
    cut(pass::bound_of(*limit), point.guard, exprs_.truth(true));
    return false;
  } else if (const auto* thrown = std::get_if<ir::Throw>(&action)) {
    if (thrown->object) point.thrown = eval(frame, thrown->object, point).set;
  } else if (const auto* caught = std::get_if<ir::Catch>(&action)) {
    if (caught->target) assign(frame, caught->target, point.thrown, point);
    point.thrown = exprs_.none(1);
  } else if (const auto* result = std::get_if<ir::Return>(&action)) {
    if (result->value) {
      point.result = heap_.set_of(frame.proc->result, eval(frame, result->value, point));
    }
  } else if (!is_monitor(action)) {
    unsupported(
        fmt::format("the action {} in {}", ir::info(ir::kind_of(action)).name, frame.proc->name));
  }
  return true;
}

void Encoder::assert_that(rel::Formula condition, base::Span span, Point& point, bool is_contract,
                          ir::ContractKind kind) {
  checked_.push_back(conjunction(point.guard));
  Guard violated = point.guard;
  if (add(violated, exprs_.negation(condition))) {
    obligations_.push_back({conjunction(violated), span, kind, is_contract});
  }
  // Executions that violate it end here.
  if (!add(point.guard, condition)) point.guard.push_back(exprs_.truth(false));
}

void Encoder::check_contract(Frame& frame, ir::ContractKind kind, Point& point) {
  bool is_assumed = ir::is_precondition(kind) && frame.is_outermost;
  if (kind == ir::ContractKind::Input && !is_assumed) return;
  for (const ir::Clause& clause : frame.proc->contract) {
    if (clause.kind != kind) continue;
    rel::Formula condition = truth(frame, clause.condition, point);
    if (!is_assumed) {
      assert_that(condition, clause.span, point, true, kind);
    } else if (!add(point.guard, condition)) {
      point.guard.push_back(exprs_.truth(false));
    }
  }
}

}  // namespace modular
