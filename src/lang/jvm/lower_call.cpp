// Calls of methods.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lang/jvm/body.h"
#include "lang/jvm/inputs.h"
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

// Whether arrays of this type are of no other class: nothing lies below their elements. Of enums,
// whose constants may have classes of their own, there are no such arrays.
bool Body::has_one_class(const Type& array) {
  Type element = array;
  while (element.is_array()) element = element.element();
  if (!element.is_reference()) return true;
  const ClassFile* file = world_.load(element.class_name).file;
  return file && (file->is_final() || file->is_enum());
}

bool Body::special_call(const MemberRef& ref, const MethodType& type) {
  if (ref.owner.starts_with('[') && ref.name == "clone") {
    Operand array = pop_value();
    Type of = *parse_class_constant(ref.owner);
    require_object(array);
    if (has_one_class(of)) {
      ir::ExprId seen = g_.cast(array.expr, world_.type(of));
      call({.proc = clone_procedure(world_, of, g_.id())}, {seen}, of);
    } else {
      MethodRef copies = world_.resolve_method(world_.load("braid/Internal"), "cloneArray",
                                               "(Ljava/lang/Object;)Ljava/lang/Object;");
      CHECK(copies, "the models copy arrays");
      call({.proc = world_.reach(copies, g_.id())}, {g_.cast(array.expr, world_.ref(kObject))},
           object_type());
      ir::LocalId copy = g_.new_temp(world_.type(of));
      g_.step({ir::Assign{copy, g_.cast(pop().expr, world_.type(of))}});
      push(g_.local(copy), of);
    }
    stack_.back().is_not_null = true;
    return true;
  }
  if (ref.owner == "braid/Internal" && ref.name == "limit") {
    Operand what = pop_value();
    g_.unsupported(what.literal.empty() ? "something that is not modelled" : what.literal);
    return true;
  }
  if (ref.owner == "braid/Internal" && ref.name == "await") {
    CHECK(is_atomic_, "{} waits, and is not atomic", g_.proc().name);
    g_.step({ir::Assume{as_bool(pop_value())}});
    return true;
  }
  if (ref.owner == "braid/Internal" && ref.name == "interrupts") {
    push(g_.truth(world_.options().interrupts), boolean_type());
    return true;
  }
  if (ref.owner == "braid/Internal" && ref.name == "spurious") {
    push(g_.truth(world_.options().spurious), boolean_type());
    return true;
  }
  if (ref.owner == "braid/Internal" && ref.name == "linearizable") {
    push(g_.truth(world_.linearizable().has_value()), boolean_type());
    return true;
  }
  if (handle_call(ref, type)) return true;
  if (draws_object(ref)) {
    for (const DrawnObject& one : world_.inputs().drawn) {
      if (one.file == &file_ && one.method == &method_ && one.index == index_) {
        draw_object(one, ref.name == "nondetWithoutNull");
        return true;
      }
    }
  }
  (void)type;
  return false;
}

// The first call gives the input. Another one would have to give another.
void Body::draw_object(const DrawnObject& drawn, bool is_there) {
  ir::LocalId is_used = g_.new_temp(world_.simple(ir::TypeKind::Bool));
  ir::LocalId object = g_.new_temp(world_.type(drawn.type));
  ir::LocId again = g_.new_location();
  ir::LocId first = g_.new_location();
  g_.step({ir::LoadGlobal{is_used, drawn.is_used}});
  g_.branch(g_.local(is_used), again, first);
  g_.go_on_at(again);
  g_.unsupported("a second object from the same call of CProver.nondetWithNull");
  g_.go_on_at(first);
  g_.step({ir::StoreGlobal{drawn.is_used, g_.truth(true)}});
  g_.step({ir::LoadGlobal{object, drawn.value}});
  if (is_there) {
    g_.step({ir::Assume{g_.binary(ir::BinaryOp::Ne, g_.local(object), g_.null())}});
  }
  admit(g_, object, drawn.type);
  push(g_.local(object), drawn.type, is_there);
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
    // super.hashCode() of a class with a hash code of its own
    bool is_identity = target.owner->name == kObject && ref.name == "hashCode";
    if (is_identity) world_.ask_for(Late::AnyHashOf);
    ir::ExprId self = g_.cast(receiver.expr, g_.ir().types.make_ref(target.owner->id));
    args.insert(args.begin(), self);
    return call({.proc = world_.reach(target, g_.id())}, std::move(args), type.result);
  }
  ir::TypeId declared = g_.ir().types.make_ref(named.id);
  // Verification does not look at interfaces: whether they fit is asked here.
  if (!g_.ir().is_assignable(g_.ir().expr(receiver.expr).type, declared)) {
    g_.require(g_.instance_of(receiver.expr, class_type(named.name)),
               {"java/lang/IncompatibleClassChangeError", ir::ExceptionKind::User, {}});
  }
  world_.reach_virtual(named, ref.name, ref.descriptor, g_.id());
  args.insert(args.begin(), g_.cast(receiver.expr, declared));
  call({.proc = {}, .declared = named.id, .selector = selector(ref.name, ref.descriptor)},
       std::move(args), type.result);
}

void Body::lower_native_method() {
  if (method_.is_native() && lower_native(g_, {&owner_, &method_})) return;
  g_.unsupported(fmt::format("calls {}{}, which is not modelled",
                             display_name(owner_, method_.name), java_parameters(signature_)));
}

}  // namespace jvm
