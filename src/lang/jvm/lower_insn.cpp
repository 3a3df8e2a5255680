// The operand stack, arithmetic, comparisons and jumps.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lang/jvm/body.h"

namespace jvm {

namespace {

constexpr int kLargestExpr = 24;  // nodes, before a value gets a variable

int size_of(const ir::Program& program, ir::ExprId id, int limit) {
  if (!id || limit <= 0) return 0;
  const ir::Expr& e = program.expr(id);
  int size = 1;
  for (ir::ExprId part : {e.a, e.b, e.c}) size += size_of(program, part, limit - size);
  return size;
}

}  // namespace

void Body::push(ir::ExprId expr, Type type, bool is_not_null) {
  if (size_of(g_.ir(), expr, kLargestExpr + 1) > kLargestExpr) expr = fixed(expr, type);
  stack_.push_back({.expr = expr, .type = std::move(type), .is_not_null = is_not_null});
}

// Code that no compiler makes may take more than there is: what it gets then is null, which
// fits nowhere, and the path ends (lower_block looks at underflow_).
Operand Body::pop() {
  if (stack_.empty()) {
    underflow_ = true;
    return {.expr = g_.null(), .type = object_type(), .is_null = true};
  }
  Operand value = std::move(stack_.back());
  stack_.pop_back();
  return value;
}

Operand Body::pop_value() { return materialise(pop()); }

ir::ExprId Body::pop_int() { return as_int(pop_value()); }

ir::ExprId Body::pop_typed(const Type& type) { return as_type(pop_value(), type); }

ir::ExprId Body::as_int(const Operand& value) {
  if (value.type.is_array() || value.type.base != BaseType::Boolean) return value.expr;
  const ir::Expr& e = g_.ir().expr(value.expr);
  if (e.kind == ir::ExprKind::Constant) {
    return g_.number(std::get<bool>(g_.ir().constant(e.constant)) ? 1 : 0);
  }
  return g_.choose(value.expr, g_.number(1), g_.number(0));
}

ir::ExprId Body::as_bool(const Operand& value) {
  if (!value.type.is_array() && value.type.base == BaseType::Boolean) return value.expr;
  if (g_.is_constant(value.expr, 0)) return g_.truth(false);
  if (g_.is_constant(value.expr, 1)) return g_.truth(true);
  // A truth value that was made an int before.
  const ir::Expr e = g_.ir().expr(value.expr);
  if (e.kind == ir::ExprKind::Ite && g_.is_constant(e.b, 1) && g_.is_constant(e.c, 0)) return e.a;
  return g_.binary(ir::BinaryOp::Ne, value.expr, g_.number(0));
}

ir::ExprId Body::as_type(const Operand& value, const Type& type) {
  if (type.is_reference()) return g_.cast(value.expr, world_.type(type));
  if (type.base == BaseType::Boolean) return as_bool(value);
  switch (type.base) {
    case BaseType::Byte: return narrowed(as_int(value), ir::UnaryOp::ToByte, INT8_MIN, INT8_MAX);
    case BaseType::Short:
      return narrowed(as_int(value), ir::UnaryOp::ToShort, INT16_MIN, INT16_MAX);
    case BaseType::Char: return narrowed(as_int(value), ir::UnaryOp::ToChar16, 0, UINT16_MAX);
    case BaseType::Int: return as_int(value);
    default: return value.expr;
  }
}

// What is stored where less than an int has room; compilers narrow it themselves, as a rule.
ir::ExprId Body::narrowed(ir::ExprId value, ir::UnaryOp op, std::int64_t lo, std::int64_t hi) {
  const ir::Expr e = g_.ir().expr(value);
  if (e.kind == ir::ExprKind::Unary && e.unary == op) return value;
  if (e.kind == ir::ExprKind::Constant) {
    const auto* number = std::get_if<base::Integer>(&g_.ir().constant(e.constant));
    auto small = number ? number->to_int64() : std::nullopt;
    if (small && *small >= lo && *small <= hi) return value;
  }
  return g_.convert(op, value, ir::TypeKind::Int);
}

// -1, 0 or 1.
Operand Body::materialise(const Operand& value) {
  if (!value.comparison) return value;
  const Comparison& c = *value.comparison;
  ir::ExprId less = c.nan_is_less ? g_.negation(g_.binary(ir::BinaryOp::Ge, c.left, c.right))
                                  : g_.binary(ir::BinaryOp::Lt, c.left, c.right);
  ir::ExprId equal = g_.binary(ir::BinaryOp::Eq, c.left, c.right);
  ir::ExprId result = g_.choose(less, g_.number(-1), g_.choose(equal, g_.number(0), g_.number(1)));
  return {.expr = result, .type = int_type()};
}

// ---------------------------------------------------------------- the stack

void Body::stack_instruction(Opcode opcode) {
  // The topmost entries, the last one first; `insert` puts copies below some of them.
  auto duplicate = [&](std::size_t slots, std::size_t below) {
    std::vector<Operand> copied;
    std::vector<Operand> passed;
    for (std::size_t taken = 0; taken < slots; taken += copied.back().is_wide() ? 2 : 1) {
      copied.push_back(pop_value());
    }
    for (std::size_t taken = 0; taken < below; taken += passed.back().is_wide() ? 2 : 1) {
      passed.push_back(pop_value());
    }
    stack_.insert(stack_.end(), copied.rbegin(), copied.rend());
    stack_.insert(stack_.end(), passed.rbegin(), passed.rend());
    stack_.insert(stack_.end(), copied.rbegin(), copied.rend());
  };
  switch (opcode) {
    case Opcode::Nop: return;
    case Opcode::AconstNull:
      push(g_.null(), object_type());
      stack_.back().is_null = true;
      return;
    case Opcode::Pop: pop(); return;
    case Opcode::Pop2:
      if (!pop().is_wide()) pop();
      return;
    case Opcode::Dup: return duplicate(1, 0);
    case Opcode::DupX1: return duplicate(1, 1);
    case Opcode::DupX2: return duplicate(1, 2);
    case Opcode::Dup2: return duplicate(2, 0);
    case Opcode::Dup2X1: return duplicate(2, 1);
    case Opcode::Dup2X2: return duplicate(2, 2);
    case Opcode::Swap: {
      Operand top = pop();
      Operand below = pop();
      stack_.push_back(std::move(top));
      stack_.push_back(std::move(below));
      return;
    }
    default: g_.unsupported(fmt::format("the instruction {}", word_of(opcode)));
  }
}

void Body::constant(std::uint16_t index) {
  const ConstantPool& pool = file_.pool;
  switch (pool.kind(index)) {
    case ConstantKind::Integer: return push(g_.number(pool.integer(index)), int_type());
    case ConstantKind::Long: return push(g_.long_number(pool.long_integer(index)), long_type());
    case ConstantKind::Float:
      return push(g_.ir().constant_expr(world_.simple(ir::TypeKind::Float32),
                                        static_cast<double>(pool.float32(index))),
                  float_type());
    case ConstantKind::Double:
      return push(g_.ir().constant_expr(world_.simple(ir::TypeKind::Float), pool.float64(index)),
                  double_type());
    case ConstantKind::String: {
      std::uint16_t utf8 = pool.string_utf8(index);
      for (char16_t unit : pool.units(utf8)) {
        if (unit >= 0xd800 && unit < 0xe000) {
          return g_.unsupported("a text with characters beyond U+FFFF");
        }
      }
      ir::LocalId target = g_.new_temp(world_.ref(kString));
      g_.step({ir::LoadGlobal{target, world_.string_literal(std::string(pool.text(utf8)))}});
      push(g_.local(target), class_type(kString), true);
      stack_.back().literal = std::string(pool.text(utf8));
      return;
    }
    case ConstantKind::Class: return push_class(*parse_class_constant(pool.class_name(index)));
    default: return g_.unsupported(fmt::format("a constant of kind {}", word_of(pool.kind(index))));
  }
}

void Body::push_class(const Type& type) {
  ir::LocalId target = g_.new_temp(world_.ref(kClass));
  g_.step({ir::LoadGlobal{target, world_.class_object(type)}});
  class_literals_.emplace(target, type);
  push(g_.local(target), class_type(kClass), true);
}

// ---------------------------------------------------------------- arithmetic

void Body::arithmetic(ir::BinaryOp op, const Type& type) {
  ir::ExprId right = pop_typed(type);
  ir::ExprId left = pop_typed(type);
  push(g_.binary(op, left, right), type);
}

// On truth values these are the connectives.
void Body::logic(ir::BinaryOp bits, const Type& type) {
  Operand right = pop_value();
  Operand left = pop_value();
  auto is_truth = [](const Operand& v) {
    return !v.type.is_array() && v.type.base == BaseType::Boolean;
  };
  auto could_be = [&](const Operand& v) {
    return is_truth(v) || g_.is_constant(v.expr, 0) || g_.is_constant(v.expr, 1);
  };
  bool connects = (is_truth(left) || is_truth(right)) && could_be(left) && could_be(right);
  if (!connects) return push(g_.binary(bits, as_type(left, type), as_type(right, type)), type);
  ir::BinaryOp op = bits == ir::BinaryOp::BitAnd  ? ir::BinaryOp::And
                    : bits == ir::BinaryOp::BitOr ? ir::BinaryOp::Or
                                                  : ir::BinaryOp::Ne;
  push(g_.binary(op, as_bool(left), as_bool(right)), boolean_type());
}

void Body::divide(ir::BinaryOp op, const Type& type) {
  ir::ExprId right = pop_typed(type);
  ir::ExprId left = pop_typed(type);
  ir::ExprId zero = type.base == BaseType::Long ? g_.long_number(0) : g_.number(0);
  const ir::Expr& divisor = g_.ir().expr(right);
  bool is_safe = divisor.kind == ir::ExprKind::Constant && !g_.is_constant(right, 0);
  if (!is_safe) {
    g_.require(
        g_.binary(ir::BinaryOp::Ne, right, zero),
        {"java/lang/ArithmeticException", ir::ExceptionKind::DivisionByZero, g_.text("/ by zero")});
    ir::LocalId result = g_.new_temp(world_.type(type));
    g_.step({ir::Assign{result, g_.binary(op, left, right)}});
    return push(g_.local(result), type);
  }
  push(g_.binary(op, left, right), type);
}

void Body::shift(ir::BinaryOp op, const Type& type) {
  ir::ExprId count = pop_int();
  ir::ExprId value = pop_typed(type);
  push(g_.ir().add({.kind = ir::ExprKind::Binary,
                    .binary = op,
                    .type = world_.type(type),
                    .a = value,
                    .b = count}),
       type);
}

void Body::convert(ir::UnaryOp op, const Type& from, const Type& to) {
  ir::ExprId value = pop_typed(from);
  push(g_.convert(op, value, g_.ir().type(world_.type(to)).kind), to);
}

bool Body::arithmetic_instruction(const Instruction& i) {
  using Op = ir::BinaryOp;
  using Un = ir::UnaryOp;
  Type int_t = int_type();
  Type long_t = long_type();
  Type float_t = float_type();
  Type double_t = double_type();
  auto negate = [&](const Type& type) {
    ir::ExprId value = pop_typed(type);
    push(g_.ir().unary(Un::Neg, value), type);
  };
  switch (i.opcode) {
    case Opcode::Iconst: push(g_.number(i.value), int_t); break;
    case Opcode::Lconst: push(g_.long_number(i.value), long_t); break;
    case Opcode::Fconst:
      push(
          g_.ir().constant_expr(world_.simple(ir::TypeKind::Float32), static_cast<double>(i.value)),
          float_t);
      break;
    case Opcode::Dconst:
      push(g_.ir().constant_expr(world_.simple(ir::TypeKind::Float), static_cast<double>(i.value)),
           double_t);
      break;
    case Opcode::Ldc: constant(static_cast<std::uint16_t>(i.operand)); break;
    case Opcode::Iadd: arithmetic(Op::Add, int_t); break;
    case Opcode::Ladd: arithmetic(Op::Add, long_t); break;
    case Opcode::Fadd: arithmetic(Op::Add, float_t); break;
    case Opcode::Dadd: arithmetic(Op::Add, double_t); break;
    case Opcode::Isub: arithmetic(Op::Sub, int_t); break;
    case Opcode::Lsub: arithmetic(Op::Sub, long_t); break;
    case Opcode::Fsub: arithmetic(Op::Sub, float_t); break;
    case Opcode::Dsub: arithmetic(Op::Sub, double_t); break;
    case Opcode::Imul: arithmetic(Op::Mul, int_t); break;
    case Opcode::Lmul: arithmetic(Op::Mul, long_t); break;
    case Opcode::Fmul: arithmetic(Op::Mul, float_t); break;
    case Opcode::Dmul: arithmetic(Op::Mul, double_t); break;
    case Opcode::Idiv: divide(Op::Div, int_t); break;
    case Opcode::Ldiv: divide(Op::Div, long_t); break;
    case Opcode::Fdiv: arithmetic(Op::Div, float_t); break;
    case Opcode::Ddiv: arithmetic(Op::Div, double_t); break;
    case Opcode::Irem: divide(Op::Rem, int_t); break;
    case Opcode::Lrem: divide(Op::Rem, long_t); break;
    case Opcode::Frem: arithmetic(Op::Rem, float_t); break;
    case Opcode::Drem: arithmetic(Op::Rem, double_t); break;
    case Opcode::Ineg: negate(int_t); break;
    case Opcode::Lneg: negate(long_t); break;
    case Opcode::Fneg: negate(float_t); break;
    case Opcode::Dneg: negate(double_t); break;
    case Opcode::Ishl: shift(Op::Shl, int_t); break;
    case Opcode::Lshl: shift(Op::Shl, long_t); break;
    case Opcode::Ishr: shift(Op::Shr, int_t); break;
    case Opcode::Lshr: shift(Op::Shr, long_t); break;
    case Opcode::Iushr: shift(Op::Ushr, int_t); break;
    case Opcode::Lushr: shift(Op::Ushr, long_t); break;
    case Opcode::Iand: logic(Op::BitAnd, int_t); break;
    case Opcode::Land: logic(Op::BitAnd, long_t); break;
    case Opcode::Ior: logic(Op::BitOr, int_t); break;
    case Opcode::Lor: logic(Op::BitOr, long_t); break;
    case Opcode::Ixor: logic(Op::BitXor, int_t); break;
    case Opcode::Lxor: logic(Op::BitXor, long_t); break;
    case Opcode::I2l: convert(Un::ToLong, int_t, long_t); break;
    case Opcode::I2f: convert(Un::ToFloat32, int_t, float_t); break;
    case Opcode::I2d: convert(Un::ToFloat, int_t, double_t); break;
    case Opcode::L2i: convert(Un::ToInt, long_t, int_t); break;
    case Opcode::L2f: convert(Un::ToFloat32, long_t, float_t); break;
    case Opcode::L2d: convert(Un::ToFloat, long_t, double_t); break;
    case Opcode::F2i: convert(Un::ToInt, float_t, int_t); break;
    case Opcode::F2l: convert(Un::ToLong, float_t, long_t); break;
    case Opcode::F2d: convert(Un::ToFloat, float_t, double_t); break;
    case Opcode::D2i: convert(Un::ToInt, double_t, int_t); break;
    case Opcode::D2l: convert(Un::ToLong, double_t, long_t); break;
    case Opcode::D2f: convert(Un::ToFloat32, double_t, float_t); break;
    case Opcode::I2b: convert(Un::ToByte, int_t, int_t); break;
    case Opcode::I2c: convert(Un::ToChar16, int_t, int_t); break;
    case Opcode::I2s: convert(Un::ToShort, int_t, int_t); break;
    case Opcode::Lcmp: compare(long_t, false, false); break;
    case Opcode::Fcmpl: compare(float_t, true, false); break;
    case Opcode::Fcmpg: compare(float_t, false, true); break;
    case Opcode::Dcmpl: compare(double_t, true, false); break;
    case Opcode::Dcmpg: compare(double_t, false, true); break;
    default: return false;
  }
  return true;
}

// ---------------------------------------------------------------- comparisons and jumps

void Body::compare(const Type& type, bool nan_is_less, bool nan_is_greater) {
  ir::ExprId right = pop_typed(type);
  ir::ExprId left = pop_typed(type);
  stack_.push_back({.expr = {},
                    .type = int_type(),
                    .comparison = Comparison{left, right, nan_is_less, nan_is_greater}});
}

ir::ExprId Body::condition_with_zero(ir::BinaryOp op) {
  using Op = ir::BinaryOp;
  Operand value = pop();
  if (!value.comparison) {
    bool is_truth = !value.type.is_array() && value.type.base == BaseType::Boolean;
    if (is_truth && op == Op::Eq) return g_.negation(value.expr);
    if (is_truth && op == Op::Ne) return value.expr;
    return g_.binary(op, as_int(value), g_.number(0));
  }
  const Comparison& c = *value.comparison;
  auto compared = [&](Op with) { return g_.binary(with, c.left, c.right); };
  // If NaN makes the condition true, it is the negation of the opposite one.
  if ((op == Op::Lt || op == Op::Le) && c.nan_is_less) {
    return g_.negation(compared(op == Op::Lt ? Op::Ge : Op::Gt));
  }
  if ((op == Op::Gt || op == Op::Ge) && c.nan_is_greater) {
    return g_.negation(compared(op == Op::Gt ? Op::Le : Op::Lt));
  }
  if (op == Op::Ne) return g_.negation(compared(Op::Eq));
  return compared(op);
}

ir::ExprId Body::condition_of_two(ir::BinaryOp op) {
  Operand right = pop_value();
  Operand left = pop_value();
  auto is_truth = [](const Operand& v) {
    return !v.type.is_array() && v.type.base == BaseType::Boolean;
  };
  if (is_truth(left) && is_truth(right) && (op == ir::BinaryOp::Eq || op == ir::BinaryOp::Ne)) {
    return g_.binary(op, left.expr, right.expr);
  }
  return g_.binary(op, as_int(left), as_int(right));
}

void Body::conditional(ir::ExprId condition) {
  spill_stack();
  std::vector<Type> types;
  for (const Operand& value : stack_) types.push_back(value.type);
  std::uint32_t next = index_ + 1;
  enter_with(current_->operand, types);
  enter_with(next, types);
  if (next >= code_.instructions.size()) {
    return g_.unsupported("control falls off the end of the code");
  }
  // What is behind a constant, and is not reached, is not looked at.
  const ir::Expr& e = g_.ir().expr(condition);
  const bool* known =
      e.kind == ir::ExprKind::Constant ? std::get_if<bool>(&g_.ir().constant(e.constant)) : nullptr;
  if (known) return g_.step_to(block(*known ? current_->operand : next));
  ir::LocId yes = block(current_->operand);
  ir::LocId no = block(next);
  g_.branch(condition, yes, no);
}

bool Body::branch_instruction(const Instruction& i) {
  using Op = ir::BinaryOp;
  auto references = [&](Op op) {
    ir::ExprId right = pop_value().expr;
    ir::ExprId left = pop_value().expr;
    return g_.binary(op, left, right);
  };
  switch (i.opcode) {
    case Opcode::Ifeq: conditional(kept(condition_with_zero(Op::Eq))); break;
    case Opcode::Ifne: conditional(kept(condition_with_zero(Op::Ne))); break;
    case Opcode::Iflt: conditional(kept(condition_with_zero(Op::Lt))); break;
    case Opcode::Ifge: conditional(kept(condition_with_zero(Op::Ge))); break;
    case Opcode::Ifgt: conditional(kept(condition_with_zero(Op::Gt))); break;
    case Opcode::Ifle: conditional(kept(condition_with_zero(Op::Le))); break;
    case Opcode::IfIcmpeq: conditional(kept(condition_of_two(Op::Eq))); break;
    case Opcode::IfIcmpne: conditional(kept(condition_of_two(Op::Ne))); break;
    case Opcode::IfIcmplt: conditional(kept(condition_of_two(Op::Lt))); break;
    case Opcode::IfIcmpge: conditional(kept(condition_of_two(Op::Ge))); break;
    case Opcode::IfIcmpgt: conditional(kept(condition_of_two(Op::Gt))); break;
    case Opcode::IfIcmple: conditional(kept(condition_of_two(Op::Le))); break;
    case Opcode::IfAcmpeq: conditional(kept(references(Op::Eq))); break;
    case Opcode::IfAcmpne: conditional(kept(references(Op::Ne))); break;
    case Opcode::Ifnull: conditional(kept(g_.binary(Op::Eq, pop_value().expr, g_.null()))); break;
    case Opcode::Ifnonnull:
      conditional(kept(g_.binary(Op::Ne, pop_value().expr, g_.null())));
      break;
    case Opcode::Goto: flow_to(i.operand); break;
    case Opcode::Tableswitch:
    case Opcode::Lookupswitch: switch_over(); break;
    default: return false;
  }
  return true;
}

// The condition of a jump must not see the entries of the stack being assigned.
ir::ExprId Body::kept(ir::ExprId condition) {
  if (stack_.empty()) return condition;
  for (std::size_t i = 0; i < stack_.size(); ++i) {
    if (mentions(condition, stack_variable(i, materialise(stack_[i]).type))) {
      return fixed(condition, boolean_type());
    }
  }
  return condition;
}

void Body::switch_over() {
  const Switch& s = code_.switches[current_->operand];
  ir::ExprId value = fixed(pop_int(), int_type());
  spill_stack();
  std::vector<Type> types;
  for (const Operand& entry : stack_) types.push_back(entry.type);
  // Halving keeps guards small: an edge leaves for a case as soon as it is the only one left.
  auto split = [&](auto&& self, std::size_t begin, std::size_t end) -> void {
    if (begin == end) return g_.step_to(block(s.otherwise));
    std::size_t middle = begin + (end - begin) / 2;
    ir::LocId less = g_.new_location();
    ir::LocId rest = g_.new_location();
    ir::LocId more = g_.new_location();
    ir::ExprId key = g_.number(s.cases[middle].value);
    enter_with(s.cases[middle].target, types);
    g_.branch(g_.binary(ir::BinaryOp::Eq, value, key), block(s.cases[middle].target), rest);
    g_.go_on_at(rest);
    if (end - begin == 1) return g_.step_to(block(s.otherwise));
    g_.branch(g_.binary(ir::BinaryOp::Lt, value, key), less, more);
    g_.go_on_at(less);
    self(self, begin, middle);
    g_.go_on_at(more);
    self(self, middle + 1, end);
  };
  enter_with(s.otherwise, types);
  split(split, 0, s.cases.size());
  g_.go_on_at({});
}

}  // namespace jvm
