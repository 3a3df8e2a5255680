#include "ir/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "base/small_vector.h"
#include "ir/typing.h"

namespace ir {

Action::Action() = default;
#define ACTION(name, blocking, shared) \
  Action::Action(name action) : ActionVariant(std::move(action)) {}
#include "ir/actions.def"
#undef ACTION
Action::Action(std::monostate none) : ActionVariant(none) {}
Action::Action(const Action& other) = default;
Action::Action(Action&& other) noexcept = default;
Action& Action::operator=(const Action& other) = default;
Action& Action::operator=(Action&& other) noexcept = default;
Action::~Action() = default;

std::string_view spelling(UnaryOp op) {
  static constexpr std::string_view kTable[] = {
#define UNARY(name, spelling) spelling,
#include "ir/operators.def"
#undef UNARY
  };
  return kTable[static_cast<std::size_t>(op)];
}

std::string_view spelling(BinaryOp op) {
  static constexpr std::string_view kTable[] = {
#define BINARY(name, spelling, precedence) spelling,
#include "ir/operators.def"
#undef BINARY
  };
  return kTable[static_cast<std::size_t>(op)];
}

int precedence(BinaryOp op) {
  static constexpr int kTable[] = {
#define BINARY(name, spelling, precedence) precedence,
#include "ir/operators.def"
#undef BINARY
  };
  return kTable[static_cast<std::size_t>(op)];
}

std::string_view keyword(ExceptionKind kind) {
  static constexpr std::string_view kTable[] = {
#define EXCEPTION(name, keyword, text) keyword,
#include "ir/exceptions.def"
#undef EXCEPTION
  };
  return kTable[static_cast<std::size_t>(kind)];
}

std::string_view text(ExceptionKind kind) {
  static constexpr std::string_view kTable[] = {
#define EXCEPTION(name, keyword, text) text,
#include "ir/exceptions.def"
#undef EXCEPTION
  };
  return kTable[static_cast<std::size_t>(kind)];
}

std::string_view spelling(ContractKind kind) {
  switch (kind) {
#define CONTRACT(name, spelling) \
  case ContractKind::name:       \
    return spelling;
#include "ir/contracts.def"
#undef CONTRACT
  }
  UNREACHABLE("contract kind");
}

std::string_view spelling(Sharing sharing) {
  switch (sharing) {
    case Sharing::Plain: return "";
    case Sharing::Volatile: return "volatile";
    case Sharing::Opaque: return "opaque";
    case Sharing::Constant: return "constant";
  }
  UNREACHABLE("sharing");
}

std::string_view spelling(AccessMode mode) {
  switch (mode) {
    case AccessMode::Declared: return "";
    case AccessMode::Plain: return "plain";
    case AccessMode::Opaque: return "opaque";
    case AccessMode::Acquire: return "acquire";
    case AccessMode::Release: return "release";
    case AccessMode::Volatile: return "volatile";
  }
  UNREACHABLE("access mode");
}

std::string_view spelling(LockTest test) {
  switch (test) {
    case LockTest::Available: return "lockAvailable";
    case LockTest::HasLock: return "hasLock";
    case LockTest::WasNotified: return "wasNotified";
    case LockTest::Acquired: return "isAcquired";
  }
  UNREACHABLE("lock test");
}

const ActionInfo& info(ActionKind kind) {
  static constexpr ActionInfo kTable[] = {
#define ACTION(name, blocking, shared) {#name, blocking, shared},
#include "ir/actions.def"
#undef ACTION
  };
  return kTable[static_cast<std::size_t>(kind)];
}

// ---------------------------------------------------------------- types

Types::Types() {
  // The simple kinds come first, so that their ids are the same in every program.
#define TYPE(name, keyword) \
  if (TypeKind::name < TypeKind::Ref) make(TypeKind::name);
#include "ir/types.def"
#undef TYPE
}

namespace {

std::uint64_t hash_of(const Type& type) {
  std::size_t seed = static_cast<std::size_t>(type.kind);
  auto mix = [&](std::size_t value) { seed = (seed ^ value) * 0x9e3779b97f4a7c15ULL + 1; };
  mix(type.cls.index());
  mix(type.element.index());
  mix(type.enumeration.index());
  mix(static_cast<std::size_t>(type.lo));
  mix(static_cast<std::size_t>(type.hi));
  mix(type.waits);
  mix(type.reentrant);
  for (CollectionId id : type.collections) mix(id.index());
  return base::spread(seed);
}

}  // namespace

TypeId Types::make(const Type& type) {
  auto add = [&] {
    all_.push_back(type);
    return static_cast<std::uint32_t>(all_.size() - 1);
  };
  return TypeId(table_.find_or_add(
      hash_of(type), [&](std::uint32_t i) { return all_[i] == type; }, add,
      [&](std::uint32_t i) { return hash_of(all_[i]); }));
}

bool is_integer(TypeKind kind) {
  return kind == TypeKind::Int || kind == TypeKind::Uint || kind == TypeKind::Range ||
         kind == TypeKind::Enum;
}

bool is_floating(TypeKind kind) { return kind == TypeKind::Float || kind == TypeKind::Float32; }

bool is_reference(TypeKind kind) {
  return kind == TypeKind::Ref || kind == TypeKind::Array || kind == TypeKind::String ||
         kind == TypeKind::Null;
}

bool same_constant(const Constant& a, const Constant& b) {
  if (a.index() != b.index()) return false;
  if (const double* x = std::get_if<double>(&a)) {
    return std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(std::get<double>(b));
  }
  return a == b;
}

// ---------------------------------------------------------------- expressions

ExprId Program::add(const Expr& expr) {
  exprs_.push_back(expr);
  return ExprId(exprs_.size() - 1);
}

ExprId Program::constant_expr(TypeId type, Constant value) {
  literals_.push_back(std::move(value));
  return add(
      {.kind = ExprKind::Constant, .type = type, .constant = ConstantId(literals_.size() - 1)});
}

ExprId Program::local_expr(const Procedure& proc, LocalId local) {
  return add({.kind = ExprKind::Local, .type = proc.local(local).type, .local = local});
}

ExprId Program::unary(UnaryOp op, ExprId a) {
  TypeId type = is_function(op) ? unary_type(*this, op, expr(a).type) : expr(a).type;
  return add({.kind = ExprKind::Unary, .unary = op, .type = type, .a = a});
}

ExprId Program::binary(BinaryOp op, ExprId a, ExprId b) {
  TypeId type = op >= BinaryOp::Add ? expr(a).type : types.make(TypeKind::Bool);
  return add({.kind = ExprKind::Binary, .binary = op, .type = type, .a = a, .b = b});
}

ExprId Program::bool_constant(bool value) {
  return constant_expr(types.make(TypeKind::Bool), value);
}

ExprId Program::int_constant(std::int64_t value) {
  return constant_expr(types.make(TypeKind::Int), base::Integer(value));
}

// ---------------------------------------------------------------- classes

// The superclasses first, which is all there is to see in most programs; then the
// interfaces, each once: a diamond of them has exponentially many ways to its top.
bool Program::is_subclass(ClassId sub, ClassId base) const {
  if (is_array_class(base)) return true;
  bool has_interfaces = false;
  for (ClassId at = sub; at; at = cls(at).super) {
    if (at == base) return true;
    has_interfaces = has_interfaces || !cls(at).interfaces.empty();
  }
  if (!has_interfaces) return false;
  base::SmallVector<ClassId, 8> seen;
  auto add = [&](ClassId from) {
    for (ClassId at = from; at; at = cls(at).super) {
      for (ClassId i : cls(at).interfaces) {
        if (std::find(seen.begin(), seen.end(), i) == seen.end()) seen.push_back(i);
      }
    }
  };
  add(sub);
  for (std::size_t next = 0; next < seen.size(); ++next) {
    if (seen[next] == base) return true;
    add(ClassId(seen[next]));
  }
  return false;
}

bool Program::is_assignable(TypeId from, TypeId to) const {
  if (from == to) return true;
  const Type& f = type(from);
  const Type& t = type(to);
  if (f.kind == TypeKind::Null) return is_reference(t.kind);
  if (f.kind == TypeKind::Ref && t.kind == TypeKind::Ref) return is_subclass(f.cls, t.cls);
  // Ranges and enums are integers that the engine checks when they are stored.
  if (f.kind == TypeKind::Long && t.kind == TypeKind::Range) return true;
  if (is_integer(f.kind) && is_integer(t.kind)) {
    bool machine = f.kind == TypeKind::Uint || t.kind == TypeKind::Uint;
    return !machine || f.kind == TypeKind::Range || t.kind == TypeKind::Range;
  }
  bool is_array = f.kind == TypeKind::Array || f.kind == TypeKind::FixedArray;
  if (is_array && t.kind == TypeKind::Ref) return is_array_class(t.cls);
  // An embedded aggregate can be seen through a reference to it.
  if (f.kind == TypeKind::Record && t.kind == TypeKind::Ref) return is_subclass(f.cls, t.cls);
  if (f.kind == TypeKind::FixedArray && t.kind == TypeKind::Array) return f.element == t.element;
  // Arrays of references are covariant, as in Java.
  if (f.kind == TypeKind::Array && t.kind == TypeKind::Array) {
    TypeKind e = type(f.element).kind;
    bool boxed = e == TypeKind::Ref || e == TypeKind::Array;
    return boxed && is_assignable(f.element, t.element);
  }
  return false;
}

ProcId Program::dispatch(ClassId receiver, std::string_view selector) const {
  const auto& table = cls(receiver).bindings;
  auto at = std::lower_bound(table.begin(), table.end(), selector,
                             [](const Binding& b, std::string_view s) { return b.selector < s; });
  return at != table.end() && at->selector == selector ? at->proc : ProcId();
}

std::vector<FieldId> Program::all_fields(ClassId id) const {
  std::vector<FieldId> result;
  if (cls(id).super) result = all_fields(cls(id).super);
  result.insert(result.end(), cls(id).fields.begin(), cls(id).fields.end());
  return result;
}

ClassId Program::find_class(std::string_view wanted) const {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i].name == wanted) return ClassId(i);
  }
  return {};
}

ProcId Program::find_proc(std::string_view wanted) const {
  for (std::size_t i = 0; i < procs.size(); ++i) {
    if (procs[i].name == wanted) return ProcId(i);
  }
  return {};
}

Constant Program::default_value(TypeId id) const {
  const Type& t = type(id);
  switch (t.kind) {
    case TypeKind::Bool: return false;
    case TypeKind::Int:
    case TypeKind::Uint:
    case TypeKind::Long: return base::Integer(0);
    case TypeKind::Range: return base::Integer(t.lo <= 0 && 0 <= t.hi ? 0 : t.lo);
    case TypeKind::Enum: {
      const auto& members = enums[t.enumeration.index()].members;
      return base::Integer(members.empty() ? 0 : members.front().value);
    }
    case TypeKind::Float:
    case TypeKind::Float32: return 0.0;
    case TypeKind::Char: return char32_t{0};
    case TypeKind::String:
      if (root.is_valid()) return std::string();
      return NullValue{};
    default: return NullValue{};
  }
}

std::string Program::type_name(TypeId id) const {
  const Type& t = type(id);
  switch (t.kind) {
    case TypeKind::Void: return "void";
    case TypeKind::Bool: return "bool";
    case TypeKind::Int: return "int";
    case TypeKind::Uint: return "uint";
    case TypeKind::Long: return "long";
    case TypeKind::Float: return "float";
    case TypeKind::Float32: return "float32";
    case TypeKind::Char: return "char";
    case TypeKind::String: return "string";
    case TypeKind::Null: return "null";
    case TypeKind::Tid: return "tid";
    case TypeKind::Lock: return "lock";
    case TypeKind::Ref:
    case TypeKind::Record: return cls(t.cls).name;
    case TypeKind::Array: return type_name(t.element) + "[]";
    case TypeKind::FixedArray: return fmt::format("{}[{}]", type_name(t.element), t.hi);
    case TypeKind::Range: return fmt::format("range {}..{}", t.lo, t.hi);
    case TypeKind::Enum: return enums[t.enumeration.index()].name;
  }
  UNREACHABLE("type kind");
}

std::string Program::shown_type(TypeId id) const {
  auto named = display.types.find(id);
  if (named != display.types.end()) return named->second;
  const Type& t = type(id);
  if (t.kind == TypeKind::Array) return shown_type(t.element) + "[]";
  bool is_class = t.kind == TypeKind::Ref || t.kind == TypeKind::Record;
  if (is_class && !cls(t.cls).shown.empty()) return cls(t.cls).shown;
  return type_name(id);
}

std::string_view display_name(const Local& local) {
  if (!local.shown.empty()) return local.shown;
  std::size_t suffix = local.name.find('$');
  bool is_suffix = suffix != std::string::npos && suffix > 0;
  return std::string_view(local.name).substr(0, is_suffix ? suffix : std::string::npos);
}

// ---------------------------------------------------------------- traversal

std::vector<std::vector<TransId>> outgoing(const Procedure& proc) {
  std::vector<std::vector<TransId>> result(proc.locations.size());
  for (std::size_t i = 0; i < proc.transitions.size(); ++i) {
    result[proc.transitions[i].source.index()].push_back(TransId(i));
  }
  return result;
}

namespace {

// One overload per shape of action; `out` receives valid expressions only.
struct ExprVisitor {
  const std::function<void(ExprId)>& visit;

  void one(ExprId id) const {
    if (id) visit(id);
  }
  void many(const std::vector<ExprId>& ids) const {
    for (ExprId id : ids) one(id);
  }
  void place(const LockPlace& lock) const { one(lock.object); }

  void operator()(const Assign& a) const { one(a.value); }
  void operator()(const LoadField& a) const { one(a.object); }
  void operator()(const StoreField& a) const { one(a.object), one(a.value); }
  void operator()(const LoadElement& a) const { one(a.array), one(a.index); }
  void operator()(const StoreElement& a) const { one(a.array), one(a.index), one(a.value); }
  void operator()(const LoadGlobal&) const {}
  void operator()(const StoreGlobal& a) const { one(a.value); }
  void operator()(const New&) const {}
  void operator()(const NewArray& a) const { many(a.sizes); }
  void operator()(const Call& a) const { many(a.args); }
  void operator()(const Fork& a) const { many(a.args); }
  void operator()(const Join&) const {}
  void operator()(const JoinThread& a) const { one(a.thread); }
  void operator()(const Self&) const {}
  void operator()(const Enter& a) const { place(a.lock); }
  void operator()(const Exit& a) const { place(a.lock); }
  void operator()(const Acquire& a) const { place(a.lock); }
  void operator()(const Release& a) const { place(a.lock); }
  void operator()(const Wait& a) const { place(a.lock); }
  void operator()(const Unwait& a) const { place(a.lock); }
  void operator()(const Notify& a) const { place(a.lock); }
  void operator()(const NotifyAll& a) const { place(a.lock); }
  void operator()(const TestLock& a) const { place(a.lock); }
  void operator()(const TestThread& a) const { one(a.thread); }
  void operator()(const Assert& a) const { one(a.condition); }
  void operator()(const Assume& a) const { one(a.condition); }
  void operator()(const CheckContract&) const {}
  void operator()(const Limit&) const {}
  void operator()(const Havoc&) const {}
  void operator()(const Choose& a) const { many(a.values); }
  void operator()(const ChooseInstance&) const {}
  void operator()(const ChooseReachable& a) const { one(a.root); }
  void operator()(const Throw& a) const { one(a.object); }
  void operator()(const Catch&) const {}
  void operator()(const Return& a) const { one(a.value); }
  void operator()(const Print& a) const {
    for (const PrintItem& item : a.items) one(item.value);
  }
  void operator()(std::monostate) const {}
};

}  // namespace

void for_each_expr(const Action& action, const std::function<void(ExprId)>& visit) {
  ir::visit(ExprVisitor{visit}, action);
}

LocalId written_local(const Action& action) {
  return ir::visit(
      [](const auto& a) -> LocalId {
        if constexpr (requires {
                        { a.target } -> std::convertible_to<LocalId>;
                      }) {
          return a.target;
        } else {
          return {};
        }
      },
      action);
}

AccessMode mode_of(AccessMode mode, Sharing declared) {
  if (mode != AccessMode::Declared) return mode;
  switch (declared) {
    case Sharing::Plain:
    case Sharing::Constant: return AccessMode::Plain;
    case Sharing::Volatile: return AccessMode::Volatile;
    case Sharing::Opaque: return AccessMode::Opaque;
  }
  UNREACHABLE("sharing");
}

// Nobody writes a constant once there is somebody else to notice.
bool is_shared(const Program& program, const Action& action) {
  if (const auto* load = std::get_if<LoadField>(&action)) {
    return program.field(load->field).sharing != Sharing::Constant;
  }
  if (const auto* load = std::get_if<LoadGlobal>(&action)) {
    return program.global(load->global).sharing != Sharing::Constant;
  }
  return info(kind_of(action)).shared;
}

bool mentions(const Program& program, ExprId id, LocalId local) {
  if (!id) return false;
  const Expr& e = program.expr(id);
  if (e.kind == ExprKind::Local) return e.local == local;
  return mentions(program, e.a, local) || mentions(program, e.b, local) ||
         mentions(program, e.c, local);
}

bool reads_heap(const Program& program, ExprId id) {
  if (!id) return false;
  const Expr& e = program.expr(id);
  switch (e.kind) {
    case ExprKind::Forall:
    case ExprKind::Exists:
    case ExprKind::FieldOf:
    case ExprKind::ElementOf:
    case ExprKind::GlobalOf: return true;
    default: break;
  }
  return reads_heap(program, e.a) || reads_heap(program, e.b) || reads_heap(program, e.c);
}

}  // namespace ir
