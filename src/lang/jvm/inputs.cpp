#include "lang/jvm/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "lang/jvm/adapter.h"
#include "lang/jvm/initialisers.h"

namespace jvm {

namespace {

constexpr std::string_view kEnumClass = "java/lang/Enum";

bool is_text_or_box(const ClassInfo& cls) {
  return cls.name == kString || primitive_of_box(cls.name).has_value();
}

bool is_enum(World& world, const ClassInfo& cls) {
  return cls.origin == Origin::User && cls.file && cls.name != kEnumClass &&
         world.is_below(cls, world.load(kEnumClass));
}

// Whether its fields can have any values. Of the library's, exceptions have such fields.
bool is_plain(World& world, const ClassInfo& cls) {
  if (cls.is_missing || !cls.file) return false;
  if (cls.name == kObject || cls.name == "java/lang/Record") return true;
  if (cls.origin != Origin::User) return world.is_below(cls, world.load(kThrowable));
  return !is_enum(world, cls) && cls.super && is_plain(world, *cls.super);
}

class InputFinder {
 public:
  InputFinder(World& world, const std::vector<std::string>& user, ir::ProcId from)
      : world_(world), user_(user), from_(from) {}

  void find(std::vector<Type> open) {
    open_ = std::move(open);
    while (!open_.empty()) {
      Type type = open_.back();
      open_.pop_back();
      bool is_array = type.is_array();
      while (type.is_array()) type = type.element();
      if (!type.is_reference()) continue;
      ClassInfo& cls = world_.load(type.class_name);
      bool is_final = cls.file && cls.file->is_final();
      if (cls.name == kObject || (is_array && !is_final)) world_.inputs().is_narrow = true;
      declared(cls);
    }
  }

 private:
  // An input may be any object below this class.
  void declared(ClassInfo& above) {
    if (!declared_.insert(&above).second) return;
    world_.inputs().declared.push_back(&above);
    bool is_users = above.origin == Origin::User && above.file;
    bool has_classes = false;
    for (const std::string& name : user_) {
      ClassInfo& cls = world_.load(name);
      if (!world_.is_below(cls, above)) continue;
      if (!cls.is_interface() && !cls.file->is_abstract()) has_classes = true;
      // Of all objects only those that can be made, unless somebody asks (admit_type).
      if (above.name != kObject || is_plain(world_, cls) || is_enum(world_, cls)) below(cls);
    }
    if (is_text_or_box(above) || above.name == kObject) return add(above);
    if (!is_users && is_plain(world_, above)) add(above);
    // Somebody else may have written one.
    if (!is_users || !has_classes) world_.stand_in(above);
  }

  void below(ClassInfo& cls) {
    if (!seen_.insert(&cls).second || cls.is_interface() || !cls.file) return;
    bool is_constant = is_enum(world_, cls);
    // A constant with a body has a class below the enum, which stands for it.
    if (is_constant && cls.file->super != kEnumClass) return;
    if (!is_constant && cls.file->is_abstract()) return;
    if (is_constant || !is_plain(world_, cls)) {
      world_.stand_in(cls).is_constant = is_constant;
      if (is_constant) prepare_initialisation(world_, cls, from_);
      return;
    }
    add(cls);
  }

  void add(ClassInfo& cls) {
    if (!added_.insert(&cls).second) return;
    world_.inputs().classes.insert(&cls);
    world_.instantiate(cls);
    prepare_initialisation(world_, cls, from_);
    if (is_text_or_box(cls)) return;
    for (ClassInfo* at = &cls; at; at = at->super) {
      if (!at->file) continue;
      for (const Field& field : at->file->fields) {
        if (!field.is_static()) open_.push_back(*parse_type(field.descriptor));
      }
    }
  }

  World& world_;
  const std::vector<std::string>& user_;
  ir::ProcId from_;
  std::vector<Type> open_;
  std::set<const ClassInfo*> declared_;
  std::set<const ClassInfo*> seen_;
  std::set<const ClassInfo*> added_;
};

// The array behind `values()`.
FieldRef constants_of(const ClassInfo& cls, ClassInfo& owner) {
  std::string type = fmt::format("[L{};", cls.name);
  for (const Field& field : cls.file->fields) {
    if (field.is_static() && field.is_synthetic() && field.descriptor == type) {
      return {&owner, &field};
    }
  }
  return {};
}

// `value` stands for one of the constants of the enum: becomes it.
void become_constant(Graph& g, ir::LocalId value, ClassInfo& enumeration, const ClassInfo& stands) {
  World& world = g.world();
  FieldRef constants = constants_of(enumeration, enumeration);
  FieldRef ordinal = world.resolve_field(world.load(kEnumClass), "ordinal", "I");
  CHECK(ordinal, "the model of Enum has a field ordinal");
  if (!constants) return g.unsupported("an enum that is not as javac makes it");
  ir::LocalId all = g.new_temp(world.type(class_type(enumeration.name).array_of()));
  ir::LocalId index = g.new_temp(world.simple(ir::TypeKind::Int));
  ir::ExprId object = g.cast(g.local(value), g.ir().types.make_ref(stands.id));
  g.step({ir::LoadGlobal{all, world.static_field(constants)},
          ir::LoadField{index, object, world.instance_field(ordinal)}});
  ir::ExprId inside =
      g.conjunction(g.binary(ir::BinaryOp::Le, g.number(0), g.local(index)),
                    g.binary(ir::BinaryOp::Lt, g.local(index), g.length(g.local(all))));
  g.step({ir::Assume{inside}});
  g.step({ir::LoadElement{value, g.local(all), g.local(index)}});
}

}  // namespace

void find_inputs(World& world, const std::vector<std::string>& user, std::vector<Type> types,
                 ir::ProcId from) {
  InputFinder(world, user, from).find(std::move(types));
}

bool draws_object(const MemberRef& called) {
  return called.owner == "org/cprover/CProver" && called.descriptor == "()Ljava/lang/Object;" &&
         (called.name == "nondetWithNull" || called.name == "nondetWithoutNull");
}

namespace {

bool names_harness(const ConstantPool& pool) {
  for (std::size_t i = 1; i < pool.size(); ++i) {
    if (pool.kind(i) != ConstantKind::Class) continue;
    if (pool.class_name(static_cast<std::uint16_t>(i)) == "org/cprover/CProver") return true;
  }
  return false;
}

void find_drawn_in(World& world, const ClassFile& file, const Method& method) {
  if (!method.code) return;
  auto code = decode(file, method);
  if (!code) return;
  for (std::uint32_t i = 0; i + 1 < code->instructions.size(); ++i) {
    const Instruction& at = code->instructions[i];
    if (at.opcode != Opcode::Invokestatic) continue;
    if (!draws_object(file.pool.member(static_cast<std::uint16_t>(at.operand)))) continue;
    const Instruction& next = code->instructions[i + 1];
    Type type = class_type(kObject);
    if (next.opcode == Opcode::Checkcast) {
      type = *parse_class_constant(file.pool.class_name(static_cast<std::uint16_t>(next.operand)));
    }
    std::vector<DrawnObject>& all = world.inputs().drawn;
    std::string name = fmt::format("$object{}", all.size() + 1);
    all.push_back({.file = &file,
                   .method = &method,
                   .index = i,
                   .type = type,
                   .value = world.hidden_constant(name, world.type(type)),
                   .is_used = world.hidden_global(name + ".used", ir::TypeKind::Bool)});
  }
}

}  // namespace

void find_drawn_objects(World& world, const ClassFile& harness) {
  bool asks = names_harness(harness.pool);
  std::vector<const ClassFile*> files{&harness};
  for (std::string_view name : harness.nest_members) {
    const ClassFile* file = world.load(name).file;
    if (!file) continue;
    asks = asks || names_harness(file->pool);
    files.push_back(file);
  }
  // A class of the user's with this name has code of its own.
  if (!asks || world.load("org/cprover/CProver").origin != Origin::Models) return;
  for (const ClassFile* file : files) {
    for (const Method& method : file->methods) find_drawn_in(world, *file, method);
  }
}

void initialise_enums(World& world, Graph& g) {
  for (const StandIn& one : world.inputs().stand_ins) {
    if (one.is_constant) require_initialised(world, g, *one.of);
  }
}

void admit(Graph& g, ir::LocalId value, const Type& type) {
  World& world = g.world();
  const Inputs& inputs = world.inputs();
  if (inputs.stand_ins.empty() || !type.is_reference() || type.is_array()) return;
  ClassInfo& declared = world.load(type.class_name);
  bool is_unknown = false;
  // What is only called by its interface, or is only known to be an object, says so there.
  bool is_used_directly = !declared.is_interface() && declared.name != kObject;
  // A copy: there may be more of them before the end.
  std::vector<StandIn> all(inputs.stand_ins.begin(), inputs.stand_ins.end());
  auto test = [&](const ClassInfo& cls, auto&& then) {
    ir::LocId yes = g.new_location();
    ir::LocId next = g.new_location();
    g.branch(g.instance_of(g.local(value), class_type(cls.name)), yes, next);
    g.go_on_at(yes);
    then();
    if (g.at()) g.step_to(next);
    g.go_on_at(next);
  };
  for (const StandIn& one : all) {
    if (!world.is_below(*one.cls, declared)) continue;
    if (!one.is_constant) {
      is_unknown = is_used_directly;
      continue;
    }
    test(*one.cls, [&] { become_constant(g, value, *one.of, *one.cls); });
  }
  if (!is_unknown) return;
  test(*inputs.unknown, [&] {
    g.unsupported(fmt::format("an input of type {}, whose class is not known",
                              external_name(type.class_name)));
  });
}

void admit_type(World& world, const Type& type) {
  if (type.is_array() || !type.is_reference()) return;
  Inputs& inputs = world.inputs();
  ClassInfo& cls = world.load(type.class_name);
  bool is_there = cls.is_missing || cls.name == kObject || inputs.classes.contains(&cls);
  // The user's own classes were looked at, but for those that are no inputs as they are.
  bool is_known = cls.origin == Origin::User && (cls.is_interface() || is_enum(world, cls) ||
                                                 cls.file->is_abstract() || is_plain(world, cls));
  if (is_there || is_known) return;
  bool may_be =
      std::any_of(inputs.declared.begin(), inputs.declared.end(), [&](const ClassInfo* above) {
        return above->name == kObject || (above != &cls && world.is_below(cls, *above));
      });
  if (!may_be) return;
  if (is_text_or_box(cls)) {
    inputs.classes.insert(&cls);
    world.instantiate(cls);
    return;
  }
  world.stand_in(cls);
}

}  // namespace jvm
