#include "lang/jvm/initialisers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "lang/jvm/code.h"

namespace jvm {

namespace {

const Method* initialiser(const ClassInfo& cls) {
  return cls.file ? cls.file->find_method("<clinit>", "()V") : nullptr;
}

MemberRef member_of(const ClassInfo& cls, const Instruction& i) {
  return cls.file->pool.member(static_cast<std::uint16_t>(i.operand));
}

bool is_array_store(Opcode opcode) {
  switch (opcode) {
    case Opcode::Iastore:
    case Opcode::Lastore:
    case Opcode::Fastore:
    case Opcode::Dastore:
    case Opcode::Aastore:
    case Opcode::Bastore:
    case Opcode::Castore:
    case Opcode::Sastore: return true;
    default: return false;
  }
}

// Looks at the code of an initialiser and at what it calls: does it only compute, allocate, set
// the static fields of its class, and write to objects that it made?
//
// Objects of others come from static fields of other classes, and from fields of such objects.
// Without casts, which are refused, an object is written to only as what the type of such a field
// says, or as what is above it.
class EarlyCheck {
 public:
  EarlyCheck(World& world, ClassInfo& cls) : world_(world), cls_(cls) {}

  bool holds() { return is_harmless({&cls_, initialiser(cls_)}) && !writes_to_others(); }

 private:
  static constexpr std::size_t kMostMethods = 64;

  bool writes_to_others() {
    for (const Type& type : found_) {
      if (type.is_array()) {
        if (writes_arrays_) return true;
        continue;
      }
      ClassInfo& found = world_.load(type.class_name);
      for (const ClassInfo* written : written_) {
        if (found.is_interface() || world_.is_below(found, *written)) return true;
      }
    }
    return false;
  }

  // An object that the initialiser need not have made.
  void finds(const MemberRef& ref) {
    Type type = *parse_type(ref.descriptor);
    if (type.is_reference()) found_.push_back(std::move(type));
  }

  bool is_harmless(const MethodRef& method) {
    if (!seen_.insert(method).second) return true;
    if (seen_.size() > kMostMethods || !method.method->code || method.method->is_synchronized()) {
      return false;
    }
    auto code = decode(*method.owner->file, *method.method);
    if (!code || code->has_subroutines) return false;
    bool is_model = method.owner->origin == Origin::Models;
    for (std::size_t i = 0; i < code->instructions.size(); ++i) {
      const Instruction& at = code->instructions[i];
      bool goes_back = form_of(at.opcode) == OperandForm::Target && at.operand <= i;
      if (goes_back && !is_model) return false;  // it might not end
      bool makes_array = at.opcode == Opcode::Newarray || at.opcode == Opcode::Anewarray;
      if (makes_array && !is_model && (i == 0 || !is_size(code->instructions[i - 1]))) return false;
      if (!is_harmless(method, at)) return false;
    }
    return true;
  }

  // An array of another size may not come to be.
  static bool is_size(const Instruction& i) { return i.opcode == Opcode::Iconst && i.value >= 0; }

  bool is_harmless(const MethodRef& method, const Instruction& i) {
    const ConstantPool& pool = method.owner->file->pool;
    auto operand = static_cast<std::uint16_t>(i.operand);
    writes_arrays_ = writes_arrays_ || is_array_store(i.opcode);
    switch (i.opcode) {
      case Opcode::Monitorenter:
      case Opcode::Monitorexit:
      case Opcode::Athrow:
      case Opcode::Idiv:
      case Opcode::Ldiv:
      case Opcode::Irem:
      case Opcode::Lrem:
      case Opcode::Checkcast:
      case Opcode::Multianewarray:
      case Opcode::Invokeinterface: return false;
      case Opcode::Invokedynamic: return makes_lambda(*method.owner->file, pool.dynamic(operand));
      case Opcode::Iaload:
      case Opcode::Laload:
      case Opcode::Faload:
      case Opcode::Daload:
      case Opcode::Aaload:
      case Opcode::Baload:
      case Opcode::Caload:
      case Opcode::Saload: return false;  // somebody may have changed the array
      case Opcode::Getfield: return is_final(pool.member(operand));
      case Opcode::Putfield:
        written_.insert(&world_.load(pool.member(operand).owner));
        return method.method->is_constructor();
      case Opcode::Getstatic: return reads_early(pool.member(operand));
      case Opcode::Putstatic: return world_.load(pool.member(operand).owner).name == cls_.name;
      case Opcode::New: return is_early(world_.load(pool.class_name(operand)));
      case Opcode::Invokestatic:
      case Opcode::Invokespecial:
      case Opcode::Invokevirtual: return calls_harmless(i.opcode, pool.member(operand));
      default: return true;
    }
  }

  static bool makes_lambda(const ClassFile& file, const DynamicRef& site) {
    const BootstrapMethod& bootstrap = file.bootstrap_methods[site.bootstrap];
    return file.pool.method_handle(bootstrap.handle).member.owner ==
           "java/lang/invoke/LambdaMetafactory";
  }

  bool is_early(ClassInfo& cls) {
    return &cls == &cls_ || initialisation_of(world_, cls) != Initialisation::Guarded;
  }

  bool is_final(const MemberRef& ref) {
    FieldRef field = world_.resolve_field(world_.load(ref.owner), ref.name, ref.descriptor);
    finds(ref);
    return field && field.field->is_final();
  }

  // What another class has may have changed before this class is used, unless it is final.
  bool reads_early(const MemberRef& ref) {
    FieldRef field = world_.resolve_field(world_.load(ref.owner), ref.name, ref.descriptor);
    if (!field || !is_early(*field.owner)) return false;
    if (field.owner == &cls_ || is_values(field)) return true;
    finds(ref);
    return field.field->is_final() && !ref.descriptor.starts_with('[');
  }

  // The array behind `values()` of an enum, which only ever is copied.
  static bool is_values(const FieldRef& field) {
    return field.owner->file->is_enum() && field.field->is_private() && field.field->is_final() &&
           field.field->is_synthetic();
  }

  bool calls_harmless(Opcode opcode, const MemberRef& ref) {
    if (ref.owner.starts_with('[')) return ref.name == "clone";
    // Asked by every class with assertions, and folded.
    if (ref.owner == kClass && ref.name == "desiredAssertionStatus") return true;
    ClassInfo& named = world_.load(ref.owner);
    MethodRef target = world_.resolve_method(named, ref.name, ref.descriptor);
    if (!target) return false;
    bool is_direct = opcode != Opcode::Invokevirtual || target.method->is_final() ||
                     target.method->is_private() || target.owner->file->is_final();
    if (!is_direct || !is_early(*target.owner)) return false;
    if (target.owner->origin == Origin::Jdk && !world_.may_use_jdk(target)) return false;
    return is_harmless(target);
  }

  World& world_;
  ClassInfo& cls_;
  std::set<MethodRef> seen_;
  std::vector<Type> found_;             // types of fields that lead to objects of others
  std::set<const ClassInfo*> written_;  // whose fields are written
  bool writes_arrays_ = false;
};

// Whether the initialiser only looks whether assertions are enabled, which they are.
bool only_asks_for_assertions(const ClassInfo& cls) {
  auto code = decode(*cls.file, *initialiser(cls));
  if (!code) return false;
  for (const Instruction& i : code->instructions) {
    switch (i.opcode) {
      case Opcode::Ldc:
      case Opcode::Ifne:
      case Opcode::Iconst:
      case Opcode::Goto:
      case Opcode::Return: break;
      case Opcode::Invokevirtual:
        if (member_of(cls, i).name != "desiredAssertionStatus") return false;
        break;
      case Opcode::Putstatic:
        if (member_of(cls, i).name != "$assertionsDisabled") return false;
        break;
      default: return false;
    }
  }
  return true;
}

// Superinterfaces that declare default methods, those above an interface before it (JVMS 5.5).
void add_interfaces(ClassInfo& cls, std::vector<ClassInfo*>& found) {
  for (ClassInfo* above : cls.interfaces) {
    add_interfaces(*above, found);
    bool is_known = std::find(found.begin(), found.end(), above) != found.end();
    if (is_known || !above->file) continue;
    const auto& methods = above->file->methods;
    bool has_default = std::any_of(methods.begin(), methods.end(), [](const Method& method) {
      return method.code.has_value() && !method.is_static();
    });
    if (has_default) found.push_back(above);
  }
}

// What is initialised before the class is; of an interface nothing.
std::vector<ClassInfo*> initialised_first(ClassInfo& cls) {
  std::vector<ClassInfo*> result;
  if (cls.is_interface()) return result;
  if (cls.super) result.push_back(cls.super);
  add_interfaces(cls, result);
  return result;
}

Initialisation own_initialisation(World& world, ClassInfo& cls) {
  if (!initialiser(cls) || only_asks_for_assertions(cls)) return Initialisation::Nothing;
  bool may_be_early = world.options().early_initialisers || cls.origin != Origin::User;
  return may_be_early && EarlyCheck(world, cls).holds() ? Initialisation::Early
                                                        : Initialisation::Guarded;
}

}  // namespace

Initialisation initialisation_of(World& world, ClassInfo& cls) {
  auto [at, fresh] = world.initialisation_kinds().try_emplace(&cls, Initialisation::Guarded);
  if (!fresh) return at->second;  // while it is looked at: somebody needs itself
  Initialisation result = own_initialisation(world, cls);
  for (ClassInfo* first : initialised_first(cls)) {
    if (result == Initialisation::Guarded) break;
    Initialisation above = initialisation_of(world, *first);
    if (above == Initialisation::Guarded) result = Initialisation::Guarded;
    if (above == Initialisation::Early && result == Initialisation::Nothing) result = above;
  }
  if (result == Initialisation::Early) world.early_classes().push_back(&cls);
  world.initialisation_kinds()[&cls] = result;
  return result;
}

namespace {

constexpr std::int64_t kBefore = 0;
constexpr std::int64_t kDuring = 1;
constexpr std::int64_t kAfter = 2;
constexpr std::int64_t kFailed = 3;

// C.<init class>: under the lock of the class, initialises what is above it, then runs its
// initialiser.
void lower_initialisation(World& world, ClassInfo& cls, const InitialisationState& state) {
  Graph g(world, state.proc);
  ir::LocalId lock = g.new_temp(world.ref(kObject));
  ir::LocalId phase = g.new_temp(world.simple(ir::TypeKind::Int));
  ir::LockPlace place{.object = g.local(lock)};
  g.step({ir::LoadGlobal{lock, state.lock}});
  g.step({ir::Enter{place}});
  g.step({ir::LoadGlobal{phase, state.state}});
  ir::LocId starts = g.new_location();
  ir::LocId others = g.new_location();
  ir::LocId fails = g.new_location();
  ir::LocId done = g.new_location();
  auto is = [&](std::int64_t value) {
    return g.binary(ir::BinaryOp::Eq, g.local(phase), g.number(value));
  };
  g.branch(is(kBefore), starts, others);
  g.go_on_at(others);
  g.branch(is(kFailed), fails, done);
  g.go_on_at(done);
  g.step_to(g.proc().exit, {ir::Exit{place}, ir::Return{}});
  g.go_on_at(fails);
  ir::LocId refuses = g.new_location();
  g.step_to(refuses, {ir::Exit{place}});
  g.go_on_at(refuses);
  g.throw_new({"java/lang/NoClassDefFoundError", ir::ExceptionKind::User,
               g.text("Could not initialize class " + external_name(cls.name))});

  g.go_on_at(starts);
  ir::LocId failed = g.new_location();
  g.step({ir::StoreGlobal{state.state, g.number(kDuring)}});
  g.set_handler(failed);
  for (ClassInfo* first : initialised_first(cls)) require_initialised(world, g, *first);
  if (const Method* code = initialiser(cls)) {
    g.call({}, {.proc = world.reach({&cls, code}, state.proc)}, {});
  }
  g.set_handler(g.proc().except);
  g.step_to(g.proc().exit,
            {ir::StoreGlobal{state.state, g.number(kAfter)}, ir::Exit{place}, ir::Return{}});

  // What is no Error is wrapped in one.
  g.go_on_at(failed);
  ir::LocalId thrown = g.new_temp(world.ref(kThrowable));
  g.step({ir::Catch{thrown}});
  g.step({ir::StoreGlobal{state.state, g.number(kFailed)}, ir::Exit{place}});
  ir::LocId is_error = g.new_location();
  ir::LocId wraps = g.new_location();
  g.branch(g.instance_of(g.local(thrown), class_type("java/lang/Error")), is_error, wraps);
  g.go_on_at(is_error);
  g.step_to(g.proc().except,
            {ir::Throw{.kind = ir::ExceptionKind::User, .message = "", .object = g.local(thrown)}});
  g.go_on_at(wraps);
  ClassInfo& error = world.load("java/lang/ExceptionInInitializerError");
  MethodRef constructor = world.resolve_method(error, "<init>", "(Ljava/lang/Throwable;)V");
  CHECK(constructor, "ExceptionInInitializerError has a cause");
  world.instantiate(error);
  ir::LocalId made = g.new_temp(world.program().types.make_ref(error.id));
  g.step({ir::New{.target = made, .cls = error.id}});
  g.call({}, {.proc = world.reach(constructor, state.proc)}, {g.local(made), g.local(thrown)});
  g.step_to(g.proc().except,
            {ir::Throw{.kind = ir::ExceptionKind::User, .message = "", .object = g.local(made)}});
  g.finish();
}

const InitialisationState& guarded_state(World& world, ClassInfo& cls, ir::ProcId from) {
  auto [at, fresh] = world.initialisations().try_emplace(&cls);
  if (!fresh) return at->second;
  std::string name = external_name(cls.name);
  InitialisationState& state = at->second;
  state.state = world.hidden_global(ir_name(name) + ".<initialised>", ir::TypeKind::Int);
  state.lock = world.initialisation_lock(name);
  ir::Procedure proc;
  proc.name = ir_name(name) + ".<initialise>";
  proc.is_library = true;
  proc.result = world.simple(ir::TypeKind::Void);
  state.proc = world.make_proc(std::move(proc), from);
  lower_initialisation(world, cls, state);
  return at->second;
}

}  // namespace

void prepare_initialisation(World& world, ClassInfo& cls, ir::ProcId from) {
  if (initialisation_of(world, cls) == Initialisation::Guarded) guarded_state(world, cls, from);
}

void require_initialised(World& world, Graph& g, ClassInfo& cls) {
  if (initialisation_of(world, cls) != Initialisation::Guarded) return;
  const InitialisationState& state = guarded_state(world, cls, g.id());
  ir::LocalId phase = g.new_temp(world.simple(ir::TypeKind::Int));
  ir::ExprId is_done = g.binary(ir::BinaryOp::Eq, g.local(phase), g.number(kAfter));
  ir::LocId next = g.new_location();
  ir::LocId runs = g.new_location();
  g.step({ir::LoadGlobal{phase, state.state}});
  g.branch(is_done, next, runs);
  g.go_on_at(runs);
  g.call({}, {.proc = state.proc}, {});
  g.step_to(next);
  g.go_on_at(next);
}

std::vector<ir::ProcId> early_initialisers(World& world, ir::ProcId from) {
  std::vector<ir::ProcId> result;
  for (ClassInfo* cls : world.early_classes()) {
    const Method* code = initialiser(*cls);
    if (code) result.push_back(world.reach({cls, code}, from));
  }
  return result;
}

}  // namespace jvm
