#include "lang/jvm/handles.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "ir/typing.h"
#include "lang/jvm/adapter.h"
#include "lang/jvm/initialisers.h"

namespace jvm {

namespace {

enum class AccessKind : std::uint8_t {
  Get,
  Set,
  CompareAndSet,
  CompareAndExchange,
  GetAndSet,
  GetAndAdd,
  GetAndOr,
  GetAndAnd,
  GetAndXor,
};

struct VariableAccess {
  std::string_view name;
  AccessKind kind;
  ir::AccessMode mode;

  bool is_weak() const { return name.starts_with("weak"); }
};

constexpr VariableAccess kAccesses[] = {
#define VARIABLE_ACCESS(name, kind, mode) {name, AccessKind::kind, ir::AccessMode::mode},
#include "lang/jvm/variable_accesses.def"
#undef VARIABLE_ACCESS
};

const VariableAccess* find_access(std::string_view name) {
  for (const VariableAccess& access : kAccesses) {
    if (access.name == name) return &access;
  }
  return nullptr;
}

std::size_t values_taken(AccessKind kind) {
  switch (kind) {
    case AccessKind::Get: return 0;
    case AccessKind::CompareAndSet:
    case AccessKind::CompareAndExchange: return 2;
    default: return 1;
  }
}

bool is_floating(const Type& type) {
  return type.is_primitive() && (type.base == BaseType::Float || type.base == BaseType::Double);
}

bool is_truth(const Type& type) { return type.is_primitive() && type.base == BaseType::Boolean; }

// What VarHandle says of variables of this type: other accesses throw.
bool is_supported(AccessKind kind, const Type& type, bool is_final) {
  if (is_final && kind != AccessKind::Get) return false;
  switch (kind) {
    case AccessKind::GetAndAdd: return type.is_primitive() && !is_truth(type);
    case AccessKind::GetAndOr:
    case AccessKind::GetAndAnd:
    case AccessKind::GetAndXor: return type.is_primitive() && !is_floating(type);
    default: return true;
  }
}

// MethodHandle.asType.
enum class Conversion : std::uint8_t {
  Exists,
  Fails,    // WrongMethodTypeException
  Unknown,  // it depends on the value
};

bool is_wider(BaseType to, BaseType from) {
  if (to == from) return true;
  switch (to) {
    case BaseType::Short: return from == BaseType::Byte;
    case BaseType::Int:
      return from == BaseType::Byte || from == BaseType::Short || from == BaseType::Char;
    case BaseType::Long: return is_wider(BaseType::Int, from);
    case BaseType::Float: return is_wider(BaseType::Long, from);
    case BaseType::Double: return is_wider(BaseType::Float, from);
    default: return false;
  }
}

Conversion conversion(World& world, const Type& from, const Type& to) {
  if (from.is_reference() && to.is_reference()) return Conversion::Exists;
  if (from.is_primitive() && to.is_primitive()) {
    return is_wider(to.base, from.base) ? Conversion::Exists : Conversion::Fails;
  }
  if (from.is_void() || to.is_void()) return Conversion::Unknown;
  const Type& object = from.is_reference() ? from : to;
  const Type& value = from.is_reference() ? to : from;
  if (object.is_array()) return Conversion::Fails;
  std::string_view box = box_of_primitive(value);
  if (object.class_name == box) return Conversion::Exists;
  if (!world.is_below(box, object.class_name)) return Conversion::Fails;
  return from.is_reference() ? Conversion::Unknown : Conversion::Exists;
}

// Writes one method of a class of handles.
class AccessWriter {
 public:
  AccessWriter(World& world, const VariableHandles::Variable& variable,
               const VariableAccess& access, const MethodType& type, ir::ProcId id)
      : world_(world),
        variable_(variable),
        access_(access),
        type_(type),
        held_(variable.type()),
        g_(world, id),
        adapter_(world, g_) {}

  void write() {
    if (take_arguments()) write_access();
    g_.finish();
  }

 private:
  using Kind = AccessKind;

  // False: the path has ended.
  bool take_arguments() {
    std::vector<Type> wanted;
    if (!variable_.field) wanted = {variable_.array, Type{.base = BaseType::Int}};
    if (variable_.field && !is_static()) wanted = {variable_.receiver};
    std::size_t places = wanted.size();
    for (std::size_t i = 0; i < values_taken(access_.kind); ++i) wanted.push_back(held_);
    if (wanted.size() != type_.parameters.size()) return ends_with(Conversion::Fails);
    Conversion result = conversion_of_result();
    if (result != Conversion::Exists) return ends_with(result);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      Conversion here = conversion(world_, type_.parameters[i], wanted[i]);
      if (here != Conversion::Exists) return ends_with(here);
    }
    bool is_final = variable_.field && variable_.field.field->is_final();
    if (!is_supported(access_.kind, held_, is_final)) {
      g_.throw_new({"java/lang/UnsupportedOperationException", ir::ExceptionKind::User, {}});
      return false;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ir::ExprId given = g_.local(g_.proc().params[i + 1]);
      const Type& from = type_.parameters[i];
      // The type of the literal null.
      bool is_null = from == class_type("java/lang/Void");
      ir::ExprId value =
          is_null && wanted[i].is_reference() ? g_.null() : adapter_.adapt(given, from, wanted[i]);
      CHECK(value.is_valid(), "an argument of {} that can be converted", g_.proc().name);
      (i < places ? places_ : values_).push_back(value);
    }
    return true;
  }

  bool ends_with(Conversion conversion) {
    if (conversion == Conversion::Fails) {
      g_.throw_new({"java/lang/invoke/WrongMethodTypeException", ir::ExceptionKind::User, {}});
    } else {
      g_.unsupported(fmt::format("VarHandle.{}{} of a variable of type {}", access_.name,
                                 java_parameters(type_), java_text(held_)));
    }
    return false;
  }

  Type result() const {
    if (access_.kind == Kind::Set) return {};
    if (access_.kind == Kind::CompareAndSet) return {.base = BaseType::Boolean};
    return held_;
  }

  Conversion conversion_of_result() {
    if (type_.result.is_void()) return Conversion::Exists;
    return conversion(world_, result(), type_.result);
  }

  bool is_static() const { return variable_.field.field->is_static(); }

  void write_access() {
    if (access_.kind == Kind::CompareAndSet || access_.kind == Kind::CompareAndExchange) {
      if (is_floating(held_)) {
        return g_.unsupported("VarHandle." + std::string(access_.name) +
                              " of a floating-point number");
      }
    }
    if (access_.is_weak() && world_.options().spurious) may_fail();
    find_place();
    std::vector<ir::Action> actions;
    ir::LocalId before;
    if (access_.kind != Kind::Set) {
      before = g_.new_temp(world_.variable_type(held_));
      actions.push_back(load(before));
    }
    if (access_.kind != Kind::Get) actions.push_back(store(written(before)));
    ir::ExprId given;
    if (before) given = g_.local(before);
    if (access_.kind == Kind::CompareAndSet) {
      given = g_.binary(ir::BinaryOp::Eq, g_.local(before), values_[0]);
    }
    give(std::move(actions), given);
  }

  // The accesses and the end are one step, if the result is given as it is.
  void give(std::vector<ir::Action> actions, ir::ExprId value) {
    bool is_same = type_.result.is_void() || type_.result == result();
    if (!is_same) {
      ir::LocalId kept = g_.new_temp(world_.variable_type(result()));
      actions.emplace_back(ir::Assign{kept, value});
      g_.step(std::move(actions));
      actions.clear();
      value = adapter_.adapt(g_.local(kept), result(), type_.result);
      CHECK(value.is_valid(), "a result of {} that can be converted", g_.proc().name);
    }
    actions.emplace_back(ir::Return{type_.result.is_void() ? ir::ExprId() : value});
    g_.step_to(g_.proc().exit, std::move(actions));
  }

  void may_fail() {
    ir::LocalId fails = g_.new_temp(world_.simple(ir::TypeKind::Bool));
    g_.step({ir::Havoc{fails}});
    ir::LocId failing = g_.new_location();
    ir::LocId trying = g_.new_location();
    g_.branch(g_.local(fails), failing, trying);
    g_.go_on_at(failing);
    give({}, g_.truth(false));
    g_.go_on_at(trying);
  }

  void find_place() {
    if (!variable_.field) {
      // Seen as what the handle is for: what is stored need not be of the type that a call names.
      ir::LocalId array = g_.new_temp(world_.type(variable_.array));
      g_.step({ir::Assign{array, places_[0]}});
      places_[0] = g_.local(array);
      g_.require_not_null(places_[0]);
      g_.require_index(places_[0], places_[1]);
    } else if (is_static()) {
      require_initialised(world_, g_, *variable_.field.owner);
    } else {
      g_.require_not_null(places_[0]);
      ir::TypeId owner = g_.ir().types.make_ref(variable_.field.owner->id);
      places_[0] = g_.cast(places_[0], owner);
    }
  }

  ir::AccessMode mode_at(ir::Sharing declared) const {
    bool is_declared = ir::mode_of(ir::AccessMode::Declared, declared) == access_.mode;
    return is_declared || declared == ir::Sharing::Constant ? ir::AccessMode::Declared
                                                            : access_.mode;
  }

  ir::Action load(ir::LocalId target) {
    if (!variable_.field) {
      return ir::LoadElement{target, places_[0], places_[1], mode_at(ir::Sharing::Plain)};
    }
    if (is_static()) {
      ir::GlobalId global = world_.static_field(variable_.field);
      return ir::LoadGlobal{target, global, mode_at(g_.ir().global(global).sharing)};
    }
    ir::FieldId field = world_.instance_field(variable_.field);
    return ir::LoadField{target, places_[0], field, mode_at(g_.ir().field(field).sharing)};
  }

  ir::Action store(ir::ExprId value) {
    if (!variable_.field) {
      if (held_.is_reference()) require_accepted(value);
      return ir::StoreElement{places_[0], places_[1], value, mode_at(ir::Sharing::Plain)};
    }
    if (is_static()) {
      ir::GlobalId global = world_.static_field(variable_.field);
      return ir::StoreGlobal{global, value, mode_at(g_.ir().global(global).sharing)};
    }
    ir::FieldId field = world_.instance_field(variable_.field);
    return ir::StoreField{places_[0], field, value, mode_at(g_.ir().field(field).sharing)};
  }

  void require_accepted(ir::ExprId) {
    ir::ExprId accepted = g_.ir().add({.kind = ir::ExprKind::Accepts,
                                       .type = world_.simple(ir::TypeKind::Bool),
                                       .a = places_[0],
                                       .b = values_.back()});
    g_.require(accepted, {"java/lang/ArrayStoreException", ir::ExceptionKind::BadCast, {}});
  }

  // As arithmetic of ints gives it, narrowed to the type of the variable.
  ir::ExprId narrowed(ir::ExprId value) {
    switch (held_.base) {
      case BaseType::Byte: return g_.convert(ir::UnaryOp::ToByte, value, ir::TypeKind::Int);
      case BaseType::Short: return g_.convert(ir::UnaryOp::ToShort, value, ir::TypeKind::Int);
      case BaseType::Char: return g_.convert(ir::UnaryOp::ToChar16, value, ir::TypeKind::Int);
      default: return value;
    }
  }

  ir::ExprId combined(ir::LocalId before, ir::BinaryOp op) {
    return g_.binary(op, g_.local(before), values_[0]);
  }

  ir::ExprId written(ir::LocalId before) {
    bool truth = is_truth(held_);
    switch (access_.kind) {
      case Kind::Get: UNREACHABLE("what get writes");
      case Kind::Set:
      case Kind::GetAndSet: return held_.is_reference() ? values_[0] : narrowed(values_[0]);
      case Kind::GetAndAdd: return narrowed(combined(before, ir::BinaryOp::Add));
      case Kind::GetAndOr: return combined(before, truth ? ir::BinaryOp::Or : ir::BinaryOp::BitOr);
      case Kind::GetAndAnd:
        return combined(before, truth ? ir::BinaryOp::And : ir::BinaryOp::BitAnd);
      case Kind::GetAndXor:
        return combined(before, truth ? ir::BinaryOp::Ne : ir::BinaryOp::BitXor);
      case Kind::CompareAndSet:
      case Kind::CompareAndExchange: break;
    }
    ir::ExprId held = g_.local(before);
    ir::ExprId value = held_.is_reference() ? values_[1] : narrowed(values_[1]);
    ir::TypeId type =
        ir::conditional_type(g_.ir(), g_.ir().expr(value).type, g_.ir().expr(held).type);
    CHECK(type.is_valid(), "{} gives values of one type", g_.proc().name);
    return g_.ir().add({.kind = ir::ExprKind::Ite,
                        .type = type,
                        .a = g_.binary(ir::BinaryOp::Eq, held, values_[0]),
                        .b = value,
                        .c = held});
  }

  World& world_;
  const VariableHandles::Variable& variable_;
  const VariableAccess& access_;
  MethodType type_;
  Type held_;
  Graph g_;
  Adapter adapter_;
  std::vector<ir::ExprId> places_;  // the object, or the array and the index
  std::vector<ir::ExprId> values_;
};

// A method of a class of handles, without code yet.
ir::ProcId declare(World& world, ClassInfo& cls, const std::string& name,
                   const std::string& descriptor, ir::ProcId from) {
  MethodType type = *parse_method_type(descriptor);
  ir::Procedure proc;
  proc.name = display_name(cls, name) + descriptor;
  proc.result = world.variable_type(type.result);
  proc.has_this = true;
  proc.is_library = true;
  auto parameter = [&](std::string called, ir::TypeId of) {
    proc.params.emplace_back(proc.locals.size());
    proc.locals.push_back({.name = std::move(called), .type = of});
  };
  parameter("this", world.program().types.make_ref(cls.id));
  for (std::size_t i = 0; i < type.parameters.size(); ++i) {
    parameter(fmt::format("arg{}", i), world.variable_type(type.parameters[i]));
  }
  ir::ProcId id = world.make_proc(std::move(proc), from);
  world.bind(cls, selector(name, descriptor), id);
  return id;
}

void write_access(World& world, const VariableHandles::Variable& variable, const std::string& name,
                  const std::string& descriptor, ir::ProcId from) {
  ir::ProcId id = declare(world, *variable.cls, name, descriptor, from);
  AccessWriter(world, variable, *find_access(name), *parse_method_type(descriptor), id).write();
}

std::string class_name_of(const VariableHandles::Variable& variable) {
  if (!variable.field) return "java/lang/invoke/VarHandle$$" + java_text(variable.array);
  std::string result =
      fmt::format("{}$$VarHandle${}", variable.field.owner->name, variable.field.field->name);
  bool is_inherited = variable.receiver.is_reference() &&
                      variable.receiver.class_name != variable.field.owner->name;
  return is_inherited ? result + "$" + variable.receiver.class_name : result;
}

}  // namespace

Type VariableHandles::Variable::type() const {
  return field ? *parse_type(field.field->descriptor) : array.element();
}

bool is_variable_access(std::string_view name) { return find_access(name) != nullptr; }

ClassInfo& handle_class(World& world, const VariableHandles::Variable& variable, ir::ProcId from) {
  VariableHandles& handles = world.handles();
  std::string name = class_name_of(variable);
  auto [at, fresh] = handles.variables.try_emplace(name, variable);
  VariableHandles::Variable& made = at->second;
  if (!fresh) return *made.cls;
  made.cls = &world.make_class(std::move(name), world.load(kVarHandle));
  world.instantiate(*made.cls);
  // A copy: writing an access may lead to another one.
  for (const auto& [access, descriptor] : std::set(handles.accesses)) {
    write_access(world, made, access, descriptor, from);
  }
  return *made.cls;
}

void reach_access(World& world, std::string_view name, std::string_view descriptor,
                  ir::ProcId from) {
  VariableHandles& handles = world.handles();
  auto [at, fresh] = handles.accesses.emplace(std::string(name), std::string(descriptor));
  if (!fresh) return;
  // Handles that are inputs are of no class that is known here.
  Graph unknown(world, declare(world, world.load(kVarHandle), at->first, at->second, from));
  unknown.unsupported(
      fmt::format("calls VarHandle.{} of an input, whose class is not known", name));
  unknown.finish();
  for (const auto& [cls, variable] : handles.variables) {
    write_access(world, variable, at->first, at->second, from);
  }
}

}  // namespace jvm
