// Calls of methods.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lang/jvm/body.h"
#include "lang/jvm/intrinsics.h"

namespace jvm {

std::vector<ir::ExprId> Body::pop_arguments(const MethodType& type) {
  std::vector<ir::ExprId> args(type.parameters.size());
  for (std::size_t i = args.size(); i-- > 0;) args[i] = pop_typed(type.parameters[i]);
  return args;
}

void Body::call(ir::Callee callee, std::vector<ir::ExprId> args, const Type& result) {
  if (result.is_void()) return g_.call({}, std::move(callee), std::move(args));
  Type type = result;
  if (type.is_int_like() && !type.is_reference() && type.base != BaseType::Boolean) {
    type = int_type();
  }
  ir::LocalId target = g_.new_temp(world_.type(type));
  g_.call(target, std::move(callee), std::move(args));
  push(g_.local(target), type);
}

void Body::unknown_call(const MemberRef& ref) {
  auto type = parse_method_type(ref.descriptor);
  g_.unsupported(fmt::format("calls {}.{}{}, which is not modelled", external_name(ref.owner),
                             ref.name, java_parameters(*type)));
}

bool Body::special_call(const MemberRef& ref, const MethodType& type) {
  if (ref.owner.starts_with('[') && ref.name == "clone") {
    Operand array = pop_value();
    Type of = *parse_class_constant(ref.owner);
    require_object(array);
    ir::ExprId seen = g_.cast(array.expr, world_.type(of));
    call({.proc = clone_procedure(world_, of, g_.id())}, {seen}, of);
    stack_.back().is_not_null = true;
    return true;
  }
  if (ref.owner == "braid/Internal" && ref.name == "limit") {
    Operand what = pop_value();
    g_.unsupported(what.literal.empty() ? "something that is not modelled" : what.literal);
    return true;
  }
  (void)type;
  return false;
}

void Body::invoke(Opcode opcode) {
  MemberRef ref = file_.pool.member(static_cast<std::uint16_t>(current_->operand));
  MethodType type = *parse_method_type(ref.descriptor);
  if (special_call(ref, type)) return;
  // Arrays have the methods of Object.
  ClassInfo& named = world_.load(ref.owner.starts_with('[') ? kObject : ref.owner);
  MethodRef target = world_.resolve_method(named, ref.name, ref.descriptor);
  if (!target || target.method->is_static() != (opcode == Opcode::Invokestatic)) {
    return unknown_call(ref);
  }
  std::vector<ir::ExprId> args = pop_arguments(type);
  if (opcode == Opcode::Invokestatic) {
    initialise(*target.owner);
    return call({.proc = world_.reach(target, g_.id())}, std::move(args), type.result);
  }
  Operand receiver = pop_value();
  if (receiver.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  require_object(receiver);
  const Method& method = *target.method;
  bool is_direct = opcode == Opcode::Invokespecial || method.is_private() || method.is_final() ||
                   (target.owner->file && target.owner->file->is_final());
  if (is_direct) {
    if (method.is_abstract()) return unknown_call(ref);
    ir::ExprId self = g_.cast(receiver.expr, g_.ir().types.make_ref(target.owner->id));
    args.insert(args.begin(), self);
    return call({.proc = world_.reach(target, g_.id())}, std::move(args), type.result);
  }
  world_.reach_virtual(named, ref.name, ref.descriptor, g_.id());
  args.insert(args.begin(), g_.cast(receiver.expr, g_.ir().types.make_ref(named.id)));
  call({.proc = {}, .declared = named.id, .selector = selector(ref.name, ref.descriptor)},
       std::move(args), type.result);
}

void Body::lower_native_method() {
  if (method_.is_native() && lower_native(g_, {&owner_, &method_})) return;
  g_.unsupported(fmt::format("calls {}{}, which is not modelled",
                             display_name(owner_, method_.name), java_parameters(signature_)));
}

}  // namespace jvm
