// Calls of java.lang.invoke that make handles of variables, and accesses through them.
#include <fmt/format.h>

#include "base/check.h"
#include "lang/jvm/body.h"
#include "lang/jvm/handles.h"

namespace jvm {

namespace {

constexpr std::string_view kHandles = "java/lang/invoke/MethodHandles";
constexpr std::string_view kLookup = "java/lang/invoke/MethodHandles$Lookup";

struct Updater {
  std::string_view name;
  std::string_view descriptor;  // of its fields; empty: it is asked for
};

constexpr Updater kUpdaters[] = {
    {"java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "I"},
    {"java/util/concurrent/atomic/AtomicLongFieldUpdater", "J"},
    {"java/util/concurrent/atomic/AtomicReferenceFieldUpdater", ""},
};

std::string_view package_of(std::string_view cls) {
  std::size_t slash = cls.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : cls.substr(0, slash);
}

const Field* find_declared(const ClassInfo& cls, std::string_view name) {
  if (!cls.file) return nullptr;
  for (const Field& field : cls.file->fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace

bool Body::handle_call(const MemberRef& ref, const MethodType& type) {
  if (ref.owner == kVarHandle && is_variable_access(ref.name)) {
    access_variable(ref, type);
    return true;
  }
  if (ref.owner == kHandles && ref.name == "lookup") {
    look_up();
    return true;
  }
  if (ref.owner == kHandles && ref.name == "arrayElementVarHandle") {
    find_elements();
    return true;
  }
  bool finds = ref.name == "findVarHandle" || ref.name == "findStaticVarHandle";
  if (ref.owner == kLookup && finds) {
    find_variable(ref.name == "findStaticVarHandle");
    return true;
  }
  if (ref.name == "newUpdater") {
    for (const Updater& updater : kUpdaters) {
      if (ref.owner != updater.name) continue;
      make_updater(ref);
      return true;
    }
  }
  return false;
}

std::optional<Type> Body::class_literal(const Operand& value) const {
  const ir::Expr& e = const_cast<Body*>(this)->g_.ir().expr(value.expr);
  if (e.kind != ir::ExprKind::Local) return std::nullopt;
  auto found = class_literals_.find(e.local);
  return found == class_literals_.end() ? std::nullopt : std::optional(found->second);
}

void Body::access_variable(const MemberRef& ref, const MethodType& type) {
  std::vector<ir::ExprId> args = pop_arguments(type);
  Operand handle = pop_value();
  if (handle.is_null) {
    return g_.throw_new({"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
  }
  require_object(handle);
  reach_access(world_, ref.name, ref.descriptor, g_.id());
  args.insert(args.begin(), g_.cast(handle.expr, world_.ref(kVarHandle)));
  call({.proc = {},
        .declared = world_.load(kVarHandle).id,
        .selector = selector(ref.name, ref.descriptor)},
       std::move(args), type.result);
}

void Body::look_up() {
  push_class(class_type(owner_.name));
  Operand own = pop_value();
  MethodRef method = world_.resolve_method(
      world_.load(kLookup), "of0", "(Ljava/lang/Class;)Ljava/lang/invoke/MethodHandles$Lookup;");
  CHECK(method, "the models look variables up");
  call({.proc = world_.reach(method, g_.id())}, {own.expr}, class_type(kLookup));
}

// Whether the code here may use a member of another class.
bool Body::may_access(const ClassInfo& owner, std::uint16_t flags) {
  if ((flags & kPrivate) != 0) return world_.are_nestmates(owner_, owner);
  bool is_public = (flags & kPublic) != 0 && owner.file && (owner.file->access & kPublic) != 0;
  return is_public || package_of(owner.name) == package_of(owner_.name);
}

void Body::find_variable(bool is_static) {
  Operand type = pop_value();
  Operand name = pop_value();
  Operand cls = pop_value();
  Operand lookup = pop_value();
  require_object(lookup);
  auto receiver = class_literal(cls);
  auto held = class_literal(type);
  if (!receiver || !held || name.literal.empty()) {
    return g_.unsupported("a VarHandle of a variable that literals do not name");
  }
  if (!receiver->is_reference() || receiver->is_array()) {
    return g_.unsupported("a VarHandle of a field of what is no class");
  }
  ClassInfo& named = world_.load(receiver->class_name);
  FieldRef field = world_.resolve_field(named, name.literal, descriptor(*held));
  if (!field) {
    if (!world_.is_known_fully(named)) {
      return g_.unsupported(fmt::format("the field {}.{}, which is not there",
                                        external_name(named.name), name.literal));
    }
    return g_.throw_new(
        {"java/lang/NoSuchFieldException", ir::ExceptionKind::User,
         g_.text(fmt::format("no such field: {}.{}/{}/get{}", external_name(named.name),
                             name.literal, java_text(*held), is_static ? "Static" : "Field"))});
  }
  if (field.field->is_static() != is_static) {
    return g_.throw_new({"java/lang/IllegalAccessException", ir::ExceptionKind::User, {}});
  }
  // A lookup finds what its class may use, which need not be the class that asks.
  push_class(class_type(field.owner->name));
  ir::ExprId owner = pop_value().expr;
  ir::ExprId own = owner;
  if (may_access(*field.owner, field.field->access)) {
    push_class(class_type(owner_.name));
    own = pop_value().expr;
  }
  MethodRef check = world_.resolve_method(world_.load(kLookup), "require0",
                                          "(Ljava/lang/Class;Ljava/lang/Class;)V");
  CHECK(check, "the models look variables up");
  call({.proc = world_.reach(check, g_.id())},
       {g_.cast(lookup.expr, world_.ref(kLookup)), own, owner}, {});
  make_handle({.receiver = is_static ? Type() : *receiver, .field = field, .array = {}});
}

void Body::find_elements() {
  Operand cls = pop_value();
  auto array = class_literal(cls);
  if (!array) return g_.unsupported("a VarHandle of elements of a class that is no literal");
  if (!array->is_array()) {
    return g_.throw_new({"java/lang/IllegalArgumentException", ir::ExceptionKind::User,
                         g_.text(fmt::format("not an array: {}", java_text(*array)))});
  }
  make_handle({.receiver = {}, .field = {}, .array = *array});
}

void Body::make_handle(const VariableHandles::Variable& variable) {
  ClassInfo& cls = handle_class(world_, variable, g_.id());
  ir::LocalId made = g_.new_temp(g_.ir().types.make_ref(cls.id));
  g_.step({ir::New{.target = made, .cls = cls.id}});
  push(g_.cast(g_.local(made), world_.ref(kVarHandle)), class_type(kVarHandle), true);
}

// Atomic*FieldUpdater.newUpdater. The model gets a handle, or is told what is wrong.
void Body::make_updater(const MemberRef& ref) {
  bool is_reference = ref.owner.find("Reference") != std::string_view::npos;
  Operand name = pop_value();
  std::optional<Type> held;
  if (is_reference) {
    held = class_literal(pop_value());
  } else {
    bool is_int = ref.owner.find("Integer") != std::string_view::npos;
    held = Type{.base = is_int ? BaseType::Int : BaseType::Long};
  }
  auto receiver = class_literal(pop_value());
  if (!receiver || !held || name.literal.empty() || !receiver->is_reference() ||
      receiver->is_array()) {
    return g_.unsupported("an updater of a field that literals do not name");
  }
  ClassInfo& cls = world_.load(receiver->class_name);
  const Field* field = find_declared(cls, name.literal);
  std::string_view wrong;
  if (!field) {
    if (!world_.is_known_fully(cls)) {
      return g_.unsupported(fmt::format("the field {}.{}, which is not there",
                                        external_name(cls.name), name.literal));
    }
    wrong = "name";
  } else if (!may_access(cls, field->access) || field->is_static()) {
    return g_.unsupported("an updater of a field that is static or cannot be accessed");
  } else if (field->descriptor != descriptor(*held)) {
    wrong = "type";
  } else if (!field->is_volatile()) {
    wrong = "volatile";
  }
  if (wrong.empty()) {
    make_handle({.receiver = *receiver, .field = {&cls, field}, .array = {}});
  } else {
    push(g_.null(), class_type(kVarHandle));
  }
  ir::ExprId handle = g_.cast(pop_value().expr, world_.ref(kVarHandle));
  auto literal = [&](const std::string& text) {
    ir::LocalId target = g_.new_temp(world_.ref(kString));
    g_.step({ir::LoadGlobal{target, world_.string_literal(text)}});
    return g_.local(target);
  };
  ir::ExprId told = literal(std::string(wrong));
  ir::ExprId called = literal(name.literal);
  std::string made =
      fmt::format("(L{};Ljava/lang/String;Ljava/lang/String;)L{};", kVarHandle, ref.owner);
  MethodRef maker = world_.resolve_method(world_.load(ref.owner), "of0", made);
  CHECK(maker, "the model of {} has of0", ref.owner);
  call({.proc = world_.reach(maker, g_.id())}, {handle, told, called}, class_type(ref.owner));
}

}  // namespace jvm
