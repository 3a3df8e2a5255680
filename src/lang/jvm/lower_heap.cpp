// Fields, arrays, objects, locks and tests of types.
#include <fmt/format.h>

#include "base/check.h"
#include "lang/jvm/adapter.h"
#include "lang/jvm/body.h"
#include "lang/jvm/initialisers.h"
#include "lang/jvm/inputs.h"

namespace jvm {

namespace {

// Values narrower than an int are ints on the stack; truth values stay what they are.
Type on_stack(const Type& type) {
  if (type.is_reference() || !type.is_int_like()) return type;
  return type.base == BaseType::Boolean ? boolean_type() : int_type();
}

}  // namespace

void Body::require_object(const Operand& value) {
  if (!value.is_not_null) g_.require_not_null(value.expr);
}

// ---------------------------------------------------------------- fields

// A field of a model that holds what Java has no type for.
bool Body::is_opaque(ir::FieldId id) {
  ir::TypeKind kind = g_.ir().type(g_.ir().field(id).type).kind;
  return kind == ir::TypeKind::String || kind == ir::TypeKind::Tid;
}

// JVMS 5.4.3.2 and 5.4.4. Nothing: the path ends here, with an error if Java has one.
FieldRef Body::find_field(const MemberRef& ref, bool is_static) {
  ClassInfo& named = world_.load(ref.owner);
  FieldRef field = world_.resolve_field(named, ref.name, ref.descriptor);
  if (field && field.field->is_static() == is_static) {
    bool is_foreign = field.field->is_private() && !world_.are_nestmates(owner_, *field.owner);
    if (!is_foreign || owner_.origin != Origin::User) return field;
    g_.throw_new({"java/lang/IllegalAccessError", ir::ExceptionKind::User,
                  g_.text(fmt::format("class {} tried to access private field {}.{}",
                                      external_name(owner_.name), external_name(field.owner->name),
                                      ref.name))});
    return {};
  }
  if (!field && world_.is_known_fully(named)) {
    g_.throw_new(
        {"java/lang/NoSuchFieldError", ir::ExceptionKind::User, g_.text(std::string(ref.name))});
    return {};
  }
  g_.unsupported(
      fmt::format("the field {}.{}, which is not there", external_name(ref.owner), ref.name));
  return {};
}

void Body::get_field() {
  MemberRef ref = file_.pool.member(static_cast<std::uint16_t>(current_->operand));
  Operand object = pop_value();
  FieldRef field = find_field(ref, false);
  if (!field) return;
  require_object(object);
  Type type = *parse_type(ref.descriptor);
  ir::FieldId id = world_.instance_field(field);
  ir::LocalId target =
      g_.new_temp(is_opaque(id) ? g_.ir().field(id).type : world_.type(on_stack(type)));
  ir::ExprId from = g_.cast(object.expr, g_.ir().types.make_ref(field.owner->id));
  g_.step({ir::LoadField{target, from, id}});
  if (!is_opaque(id) && !is_atomic_) admit(g_, target, type);
  push(g_.local(target), on_stack(type));
}

void Body::put_field() {
  MemberRef ref = file_.pool.member(static_cast<std::uint16_t>(current_->operand));
  Operand value = pop_value();
  Operand object = pop_value();
  FieldRef field = find_field(ref, false);
  if (!field) return;
  require_object(object);
  Type type = *parse_type(ref.descriptor);
  ir::ExprId into = g_.cast(object.expr, g_.ir().types.make_ref(field.owner->id));
  ir::FieldId id = world_.instance_field(field);
  g_.step({ir::StoreField{into, id, is_opaque(id) ? value.expr : as_type(value, type)}});
}

void Body::initialise(ClassInfo& cls) {
  // What runs here has been initialised, or is being initialised by this thread; but inputs are
  // objects of classes that nobody has initialised.
  bool may_be_input = (!method_.is_static() && !method_.is_constructor()) || method_.is_synthetic();
  for (ClassInfo* at = &owner_; at; at = at->super) {
    if (at == &cls && !(may_be_input && world_.inputs().classes.contains(at))) return;
  }
  for (const ClassInfo* done : initialised_) {
    if (done == &cls) return;
  }
  initialised_.push_back(&cls);
  require_initialised(world_, g_, cls);
}

void Body::get_static() {
  MemberRef ref = file_.pool.member(static_cast<std::uint16_t>(current_->operand));
  Type type = *parse_type(ref.descriptor);
  // Assertions are always enabled.
  if (ref.name == "$assertionsDisabled") return push(g_.truth(false), boolean_type());
  if (auto primitive = primitive_of_box(ref.owner); primitive && ref.name == "TYPE") {
    return push_class(*primitive);
  }
  FieldRef field = find_field(ref, true);
  if (!field) return;
  initialise(*field.owner);
  ir::LocalId target = g_.new_temp(world_.type(on_stack(type)));
  g_.step({ir::LoadGlobal{target, world_.static_field(field)}});
  push(g_.local(target), on_stack(type));
}

void Body::put_static() {
  MemberRef ref = file_.pool.member(static_cast<std::uint16_t>(current_->operand));
  Operand value = pop_value();
  if (ref.name == "$assertionsDisabled") return;
  FieldRef field = find_field(ref, true);
  if (!field) return;
  initialise(*field.owner);
  Type type = *parse_type(ref.descriptor);
  g_.step({ir::StoreGlobal{world_.static_field(field), as_type(value, type)}});
}

// ---------------------------------------------------------------- arrays

// Without tables of variables and frames, nothing but null can be told.
void Body::unknown_array(const Operand& array) {
  require_object(array);
  g_.unsupported("an array whose type the class file does not tell");
}

void Body::load_element(const Type& type) {
  ir::ExprId index = pop_int();
  Operand array = pop_value();
  if (array.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  if (!array.type.is_array()) {
    if (type.is_reference() || type.base == BaseType::Byte) return unknown_array(array);
    array.type = type.array_of();
  }
  array.expr = g_.cast(array.expr, world_.type(array.type));
  g_.require_not_null(array.expr);
  g_.require_index(array.expr, index);
  Type element = on_stack(array.type.element());
  ir::LocalId target = g_.new_temp(world_.type(element));
  g_.step({ir::LoadElement{target, array.expr, index}});
  if (!is_atomic_) admit(g_, target, element);
  push(g_.local(target), element);
}

void Body::store_element(const Type& type) {
  Operand value = pop_value();
  ir::ExprId index = pop_int();
  Operand array = pop_value();
  if (array.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  if (!array.type.is_array()) {
    if (type.is_reference() || type.base == BaseType::Byte) return unknown_array(array);
    array.type = type.array_of();
  }
  array.expr = g_.cast(array.expr, world_.type(array.type));
  g_.require_not_null(array.expr);
  g_.require_index(array.expr, index);
  Type element = array.type.element();
  if (element.is_reference()) {
    ir::TypeId held = world_.type(element);
    ir::ExprId stored = g_.cast(value.expr, held);
    bool is_final = !element.is_array() && world_.load(element.class_name).file &&
                    world_.load(element.class_name).file->is_final();
    bool is_exact =
        value.is_null || (is_final && g_.ir().is_assignable(g_.ir().expr(value.expr).type, held));
    if (!is_exact) {
      ir::ExprId accepted = g_.ir().add({.kind = ir::ExprKind::Accepts,
                                         .type = world_.simple(ir::TypeKind::Bool),
                                         .a = array.expr,
                                         .b = value.expr});
      g_.require(accepted, {"java/lang/ArrayStoreException", ir::ExceptionKind::BadCast, {}});
    }
    g_.step({ir::StoreElement{array.expr, index, stored}});
    return;
  }
  g_.step({ir::StoreElement{array.expr, index, as_type(value, element)}});
}

void Body::array_length() {
  Operand array = pop_value();
  if (array.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  if (!array.type.is_array()) return unknown_array(array);
  array.expr = g_.cast(array.expr, world_.type(array.type));
  if (!array.is_not_null) {
    g_.require_not_null(array.expr);
    g_.step({});
  }
  push(g_.length(array.expr), int_type());
}

// ---------------------------------------------------------------- allocation

void Body::new_object() {
  std::string_view name = file_.pool.class_name(static_cast<std::uint16_t>(current_->operand));
  ClassInfo& cls = world_.load(name);
  if (cls.is_missing) {
    return g_.unsupported(fmt::format("the class {}, which is missing", external_name(name)));
  }
  initialise(cls);
  world_.instantiate(cls);
  ir::LocalId target = g_.new_temp(g_.ir().types.make_ref(cls.id));
  g_.step({ir::New{.target = target, .cls = cls.id}});
  push(g_.local(target), class_type(name), true);
}

namespace {

Failure negative_size(Graph& g, ir::ExprId size) {
  return {"java/lang/NegativeArraySizeException", ir::ExceptionKind::NegativeArraySize,
          g.convert(ir::UnaryOp::ToText, size, ir::TypeKind::String)};
}

}  // namespace

void Body::new_array(const Type& element) {
  ir::ExprId size = pop_int();
  Type type = element.array_of();
  const ir::Expr& e = g_.ir().expr(size);
  const auto* known = e.kind == ir::ExprKind::Constant
                          ? std::get_if<base::Integer>(&g_.ir().constant(e.constant))
                          : nullptr;
  if (!known || known->is_negative()) {
    g_.require(g_.binary(ir::BinaryOp::Le, g_.number(0), size), negative_size(g_, size));
  }
  ir::LocalId target = g_.new_temp(world_.type(type));
  g_.step({ir::NewArray{.target = target, .type = world_.type(type), .sizes = {size}}});
  push(g_.local(target), type, true);
}

void Body::new_multi_array() {
  Type type =
      *parse_class_constant(file_.pool.class_name(static_cast<std::uint16_t>(current_->operand)));
  std::vector<ir::ExprId> sizes(static_cast<std::size_t>(current_->value));
  for (std::size_t i = sizes.size(); i-- > 0;) sizes[i] = pop_int();
  for (ir::ExprId size : sizes) {
    g_.require(g_.binary(ir::BinaryOp::Le, g_.number(0), size), negative_size(g_, size));
  }
  ir::LocalId target = g_.new_temp(world_.type(type));
  g_.step({ir::NewArray{.target = target, .type = world_.type(type), .sizes = sizes}});
  push(g_.local(target), type, true);
}

// ---------------------------------------------------------------- types

// Java looks for the class when the first object is tested. True: it is not there.
bool Body::tests_missing(const Operand& value, const Type& type) {
  Type named = type;
  while (named.is_array()) named = named.element();
  if (!named.is_reference() || !world_.load(named.class_name).is_missing) return false;
  ir::LocId there = g_.new_location();
  ir::LocId next = g_.new_location();
  g_.branch(g_.binary(ir::BinaryOp::Ne, value.expr, g_.null()), there, next);
  g_.go_on_at(there);
  g_.unsupported(fmt::format("the class {}, which is missing", external_name(named.class_name)));
  g_.go_on_at(next);
  return true;
}

void Body::check_cast() {
  Operand value = pop_value();
  Type type =
      *parse_class_constant(file_.pool.class_name(static_cast<std::uint16_t>(current_->operand)));
  if (!value.is_null && tests_missing(value, type)) {
    return push(g_.null(), type);
  }
  ir::TypeId to = world_.type(type);
  if (value.is_null || g_.ir().is_assignable(g_.ir().expr(value.expr).type, to)) {
    if (!value.is_null) value.type = type;
    stack_.push_back(value);
    return;
  }
  ir::ExprId fits = g_.binary(ir::BinaryOp::Or, g_.binary(ir::BinaryOp::Eq, value.expr, g_.null()),
                              g_.instance_of(value.expr, type));
  g_.require(fits, {"java/lang/ClassCastException", ir::ExceptionKind::BadCast, {}});
  ir::LocalId target = g_.new_temp(to);
  g_.step({ir::Assign{target, g_.cast(value.expr, to)}});
  if (owner_.origin == Origin::User) admit_type(world_, type);
  admit(g_, target, type);
  push(g_.local(target), type, value.is_not_null);
  stack_.back().source = value.source;
}

void Body::instance_of() {
  Operand value = pop_value();
  Type type =
      *parse_class_constant(file_.pool.class_name(static_cast<std::uint16_t>(current_->operand)));
  if (value.is_null || tests_missing(value, type)) return push(g_.truth(false), boolean_type());
  if (owner_.origin == Origin::User) admit_type(world_, type);
  push(g_.instance_of(value.expr, type), boolean_type());
}

// ---------------------------------------------------------------- locks and exceptions

void Body::monitor(bool enters) {
  Operand object = pop_value();
  if (object.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  require_object(object);
  if (enters) {
    g_.step({ir::Enter{{.object = object.expr}}});
  } else {
    g_.step({ir::Exit{{.object = object.expr}}});
  }
}

void Body::throw_object() {
  Operand value = pop_value();
  if (value.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  require_object(value);
  ir::ExprId thrown = g_.cast(value.expr, world_.ref(kThrowable));
  g_.step_to(g_.handler(),
             {ir::Throw{.kind = ir::ExceptionKind::User, .message = "", .object = thrown}});
}

}  // namespace jvm
