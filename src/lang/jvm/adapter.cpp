#include "lang/jvm/adapter.h"

#include <fmt/format.h>

#include <utility>

namespace jvm {

namespace {

struct Box {
  BaseType base;
  std::string_view cls;
  std::string_view unbox;
};

constexpr Box kBoxes[] = {
    {BaseType::Boolean, "java/lang/Boolean", "booleanValue"},
    {BaseType::Byte, "java/lang/Byte", "byteValue"},
    {BaseType::Char, "java/lang/Character", "charValue"},
    {BaseType::Short, "java/lang/Short", "shortValue"},
    {BaseType::Int, "java/lang/Integer", "intValue"},
    {BaseType::Long, "java/lang/Long", "longValue"},
    {BaseType::Float, "java/lang/Float", "floatValue"},
    {BaseType::Double, "java/lang/Double", "doubleValue"},
};

const Box* box_of(BaseType base) {
  for (const Box& box : kBoxes) {
    if (box.base == base) return &box;
  }
  return nullptr;
}

const Box* box_of_class(std::string_view name) {
  for (const Box& box : kBoxes) {
    if (box.cls == name) return &box;
  }
  return nullptr;
}

}  // namespace

std::optional<Type> primitive_of_box(std::string_view class_name) {
  if (class_name == "java/lang/Void") return Type{.base = BaseType::Void};
  const Box* box = box_of_class(class_name);
  return box ? std::optional(Type{.base = box->base}) : std::nullopt;
}

std::string_view box_of_primitive(const Type& type) { return box_of(type.base)->cls; }

ir::ExprId Adapter::adapt(ir::ExprId value, const Type& from, const Type& to) {
  if (to.is_reference()) {
    if (from.is_reference()) return checked(value, to);
    return box(value, from, to);
  }
  if (!from.is_reference()) return widen(value, from, to);
  const Box* own = from.is_array() ? nullptr : box_of_class(from.class_name);
  const Box* box = own ? own : box_of(to.base);
  ir::ExprId object = checked(value, class_type(box->cls));
  Type held{.base = box->base};
  MethodRef method =
      world_.resolve_method(world_.load(box->cls), box->unbox, "()" + descriptor(held));
  if (!method) return {};
  g_.require_not_null(object);
  return widen(call(method, {object}, held), held, to);
}

ir::ExprId Adapter::call(const MethodRef& method, std::vector<ir::ExprId> args,
                         const Type& result) {
  ir::LocalId target = result.is_void() ? ir::LocalId() : g_.new_temp(world_.variable_type(result));
  g_.call(target, {.proc = world_.reach(method, g_.id())}, std::move(args));
  return target ? g_.local(target) : ir::ExprId();
}

ir::ExprId Adapter::checked(ir::ExprId value, const Type& to) {
  ir::TypeId type = world_.type(to);
  if (g_.ir().is_assignable(g_.ir().expr(value).type, type)) return value;
  g_.require(g_.binary(ir::BinaryOp::Or, g_.binary(ir::BinaryOp::Eq, value, g_.null()),
                       g_.instance_of(value, to)),
             {"java/lang/ClassCastException", ir::ExceptionKind::BadCast, {}});
  ir::LocalId target = g_.new_temp(type);
  g_.step({ir::Assign{target, g_.cast(value, type)}});
  return g_.local(target);
}

ir::ExprId Adapter::box(ir::ExprId value, const Type& from, const Type& to) {
  const Box* wanted = to.is_array() ? nullptr : box_of_class(to.class_name);
  Type held{.base = wanted ? wanted->base : from.base};
  value = widen(value, from, held);
  const Box* box = box_of(held.base);
  if (!box || !value) return {};
  std::string type = fmt::format("({})L{};", descriptor(held), box->cls);
  MethodRef method = world_.resolve_method(world_.load(box->cls), "valueOf", type);
  if (!method) return {};
  return call(method, {value}, class_type(box->cls));
}

ir::ExprId Adapter::widen(ir::ExprId value, const Type& from, const Type& to) {
  if (from == to || (from.is_int_like() && to.is_int_like())) return value;
  ir::TypeKind kind = g_.ir().type(world_.type(to)).kind;
  switch (to.base) {
    case BaseType::Long: return g_.convert(ir::UnaryOp::ToLong, value, kind);
    case BaseType::Float: return g_.convert(ir::UnaryOp::ToFloat32, value, kind);
    case BaseType::Double: return g_.convert(ir::UnaryOp::ToFloat, value, kind);
    default: return {};
  }
}

}  // namespace jvm
