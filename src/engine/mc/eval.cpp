// Expressions. What has no value (a null dereference, a division by zero) sets `bad_`
// and gives 0; the instruction at work looks afterwards.
#include "engine/mc/system.h"

namespace mc {

const char* const Machine::kTooLarge = "a number beyond the reach of the engine";

Value Machine::eval(std::uint32_t id) {
  const Node& n = nodes_[id];
  switch (n.op) {
    case Op::Constant: return n.value;
    case Op::Local: return local_[n.a];
    case Op::LocalEq: return local_[n.a] == n.value;
    case Op::LocalNe: return local_[n.a] != n.value;
    case Op::LocalLt: return local_[n.a] < n.value;
    case Op::LocalGe: return local_[n.a] >= n.value;
    case Op::Not: return eval(n.a) == 0;
    case Op::And: return eval(n.a) != 0 && eval(n.b) != 0;
    case Op::Or: return eval(n.a) != 0 || eval(n.b) != 0;
    case Op::Implies: return eval(n.a) == 0 || eval(n.b) != 0;
    case Op::Eq: return eval(n.a) == eval(n.b);
    case Op::Ne: return eval(n.a) != eval(n.b);
    case Op::Lt: return eval(n.a) < eval(n.b);
    case Op::Le: return eval(n.a) <= eval(n.b);
    case Op::Gt: return eval(n.a) > eval(n.b);
    case Op::Ge: return eval(n.a) >= eval(n.b);
    case Op::Neg:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Rem: return arithmetic(n);
    case Op::BitAnd: return eval(n.a) & eval(n.b);
    case Op::BitOr: return eval(n.a) | eval(n.b);
    case Op::BitXor: return eval(n.a) ^ eval(n.b);
    case Op::Shl:
    case Op::Shr:
    case Op::Ushr: return shifted(n);
    case Op::Fit: return fitted(n.fit, eval(n.a), false);
    case Op::Ite: return eval(n.a) != 0 ? eval(n.b) : eval(n.c);
    case Op::Length: {
      Value array = eval(n.a);
      if (array == 0) bad_ = "null dereference";
      return bad_ ? 0 : static_cast<Value>(length(array));
    }
    case Op::InstanceOf: {
      Value object = eval(n.a);
      const auto& set = model_.object_sets[static_cast<std::size_t>(n.value)];
      return !bad_ && object != 0 && set[static_cast<std::size_t>(object)];
    }
    case Op::Cast: {
      Value object = eval(n.a);
      const auto& set = model_.object_sets[static_cast<std::size_t>(n.value)];
      if (!bad_ && object != 0 && !set[static_cast<std::size_t>(object)]) bad_ = "a failing cast";
      return object;
    }
    case Op::Accepts: {
      Value array = eval(n.a);
      Value held = eval(n.b);
      if (!bad_ && array == 0) bad_ = "null dereference";
      if (bad_ || held == 0) return 1;
      const auto& set = model_.object_sets[model_.accepted[static_cast<std::size_t>(array)]];
      return set[static_cast<std::size_t>(held)];
    }
    case Op::Forall:
    case Op::Exists: return quantified(n);
    case Op::FieldOf: {
      const Part* object = object_at(n.a);
      return object ? slots_[object->slots + static_cast<std::uint32_t>(n.value)] : 0;
    }
    case Op::ElementOf: {
      std::uint32_t index = 0;
      const Part* array = array_element(n.a, n.b, index);
      return array ? slots_[array->slots + index] : 0;
    }
    case Op::GlobalOf: return slots_[static_cast<std::size_t>(n.value)];
  }
  return 0;
}

Value Machine::arithmetic(const Node& n) {
  Value a = eval(n.a);
  Value result = 0;
  if (n.op == Op::Neg) {
    bool overflowed = __builtin_sub_overflow(Value{0}, a, &result);
    return fitted(n.fit, result, overflowed);
  }
  Value b = eval(n.b);
  bool overflowed = false;
  switch (n.op) {
    case Op::Add: overflowed = __builtin_add_overflow(a, b, &result); break;
    case Op::Sub: overflowed = __builtin_sub_overflow(a, b, &result); break;
    case Op::Mul: overflowed = __builtin_mul_overflow(a, b, &result); break;
    default:
      if (b == 0) {
        if (!bad_) bad_ = "division by zero";
        return 0;
      }
      overflowed = a == INT64_MIN && b == -1;
      if (overflowed) {
        result = n.op == Op::Div ? a : 0;  // as it wraps
      } else {
        result = n.op == Op::Div ? a / b : a % b;
      }
      break;
  }
  return fitted(n.fit, result, overflowed);
}

Value Machine::shifted(const Node& n) {
  Value a = eval(n.a);
  bool is_long = n.fit == Fit::Signed64;
  auto places = static_cast<unsigned>(eval(n.b) & (is_long ? 63 : 31));
  if (n.op == Op::Shr) return a >> places;
  auto bits = static_cast<std::uint64_t>(a);
  if (!is_long) bits &= 0xffffffffU;
  bits = n.op == Op::Shl ? bits << places : bits >> places;
  return fitted(n.fit, static_cast<Value>(bits), false);
}

Value Machine::fitted(Fit fit, Value value, bool overflowed) {
  switch (fit) {
    case Fit::Signed64: return value;
    case Fit::Unsigned64:
      if (value < 0 || overflowed) bad_ = kTooLarge;
      return value;
    default: break;
  }
  if (overflowed && !bad_) bad_ = kTooLarge;
  switch (fit) {
    case Fit::Signed8: return static_cast<std::int8_t>(value);
    case Fit::Signed16: return static_cast<std::int16_t>(value);
    case Fit::Unsigned16: return static_cast<std::uint16_t>(value);
    case Fit::Signed32: return static_cast<std::int32_t>(value);
    case Fit::Unsigned32: return static_cast<std::uint32_t>(value);
    case Fit::NotNegative:
      if (value < 0 && !bad_) bad_ = "an unsigned integer below zero";
      return value;
    default: return value;
  }
}

// The bound variables are slots of the thread that are never part of a state.
Value Machine::quantified(const Node& n) {
  Value array = eval(n.a);
  if (!bad_ && array == 0) bad_ = "null dereference";
  if (bad_) return 0;
  bool all = n.op == Op::Forall;
  const Part& part = model_.parts[static_cast<std::size_t>(array)];
  if (is_recording_) touched_.push_back(static_cast<std::uint32_t>(array));
  std::uint32_t count = length_of(part);
  auto index = static_cast<std::size_t>(n.value);
  std::int32_t old_element = local_[n.c];
  std::int32_t old_index = local_[index];
  Value result = all;
  for (std::uint32_t i = 0; i < count && !bad_; ++i) {
    local_[n.c] = slots_[part.slots + i];
    local_[index] = static_cast<std::int32_t>(i);
    if ((eval(n.b) != 0) != all) {
      result = !all;
      break;
    }
  }
  local_[n.c] = old_element;
  local_[index] = old_index;
  return result;
}

}  // namespace mc
