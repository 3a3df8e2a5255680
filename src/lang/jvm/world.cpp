#include "lang/jvm/world.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lang/jvm/source_map.h"

namespace jvm {

std::string ir_name(std::string_view name) {
  std::string result;
  for (char c : name) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || c == '`' || c == '%') {
      result += fmt::format("%{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result;
}

std::string selector(std::string_view name, std::string_view descriptor) {
  return ir_name(name) + ir_name(descriptor);
}

std::string display_name(const ClassInfo& owner, std::string_view method) {
  return fmt::format("{}.{}", ir_name(external_name(owner.name)), ir_name(method));
}

World::World(ClassPath& path, const LowerOptions& options, ir::Program& program, SourceMap& sources)
    : path_(path), options_(options), program_(program), sources_(sources) {
  program_.root = load(kObject).id;
  instantiate(load(kObject));  // arrays have its methods
}

// ---------------------------------------------------------------- classes

ClassInfo& World::add_class(std::string name, const ClassFile* file) {
  CHECK(!name.empty(), "a class without a name");
  auto made = std::make_unique<ClassInfo>();
  ClassInfo& info = *made;
  info.name = name;
  info.file = file;
  info.id = ir::ClassId(program_.classes.size());
  program_.classes.push_back({.name = ir_name(external_name(name))});
  by_id_.push_back(&info);
  classes_.emplace(std::move(name), std::move(made));
  return info;
}

ClassInfo& World::load(std::string_view name) {
  auto known = classes_.find(name);
  if (known != classes_.end()) return *known->second;
  const ClassFile* file = path_.find(name);
  ClassInfo& info = add_class(std::string(name), file);
  ir::ClassId id = info.id;
  if (!file) {
    info.is_missing = true;
    program_.classes[id.index()].is_abstract = true;
    if (name != kObject) info.super = &load(kObject);
  } else {
    info.origin = path_.origin(*file);
    info.is_loading = true;
    load_above(info);
    info.is_loading = false;
  }
  ir::Class& cls = program_.classes[id.index()];
  if (info.super && !info.is_interface()) cls.super = info.super->id;
  for (ClassInfo* above : info.interfaces) cls.interfaces.push_back(above->id);
  cls.is_interface = info.is_interface();
  cls.is_abstract = true;  // until there are instances
  if (file) {
    if (info.origin == Origin::User) cls.span = sources_.klass(*file);
    declare_fields(info);
    bool could_have_instances = !file->is_interface() && !file->is_abstract();
    if (!options_.rapid_types && info.origin == Origin::User && could_have_instances) {
      instantiate(info);
    }
  }
  return info;
}

void World::load_above(ClassInfo& info) {
  auto above = [&](std::string_view name, bool as_interface) -> ClassInfo* {
    ClassInfo& found = load(name);
    ir::Class& cls = program_.classes[found.id.index()];
    // Nobody has told yet what a class is that is not there.
    if (as_interface && !found.file && !found.is_extended) {
      found.is_missing_interface = cls.is_interface = true;
      cls.super = {};
    }
    if (!as_interface) found.is_extended = true;
    if (!found.is_loading && cls.is_interface == as_interface) return &found;
    info.is_missing = true;  // it is above itself, or misused: nothing can be an instance of it
    return nullptr;
  };
  if (!info.file->super.empty()) info.super = above(info.file->super, false);
  if (!info.super && info.name != kObject) info.super = &load(kObject);
  for (std::string_view name : info.file->interfaces) {
    if (ClassInfo* found = above(name, true)) info.interfaces.push_back(found);
  }
}

ClassInfo& World::make_class(std::string name, ClassInfo& above) {
  ClassInfo& info = add_class(std::move(name), nullptr);
  bool is_interface = above.is_interface();
  info.super = is_interface ? &load(kObject) : &above;
  ir::Class& cls = program_.classes[info.id.index()];
  cls.super = info.super->id;
  if (is_interface) {
    info.interfaces.push_back(&above);
    cls.interfaces.push_back(above.id);
  }
  cls.is_abstract = true;
  return info;
}

StandIn& World::stand_in(ClassInfo& of) {
  for (StandIn& one : inputs_.stand_ins) {
    if (one.of == &of) return one;
  }
  if (!inputs_.unknown) {
    inputs_.unknown = &add_class("braid/Unknown", nullptr);
    inputs_.unknown->is_missing_interface = true;
    program_.classes[inputs_.unknown->id.index()].is_interface = true;
    program_.classes[inputs_.unknown->id.index()].is_abstract = true;
  }
  ClassInfo& cls = add_class(of.name + "$any", nullptr);
  cls.is_stand_in = true;
  cls.super = of.is_interface() ? &load(kObject) : &of;
  cls.interfaces.push_back(inputs_.unknown);
  if (of.is_interface()) cls.interfaces.push_back(&of);
  ir::Class& made = program_.classes[cls.id.index()];
  made.super = cls.super->id;
  for (const ClassInfo* above : cls.interfaces) made.interfaces.push_back(above->id);
  StandIn& result = inputs_.stand_ins.emplace_back(StandIn{.of = &of, .cls = &cls});
  inputs_.classes.insert(&cls);
  instantiate(cls);
  return result;
}

ir::ProcId World::reach_unknown(const ClassInfo& cls, const MethodRef& method, ir::ProcId from) {
  MethodType type = *parse_method_type(method.method->descriptor);
  ir::Procedure proc;
  proc.name = fmt::format("{}{}", display_name(cls, method.method->name), java_parameters(type));
  proc.result = variable_type(type.result);
  proc.has_this = true;
  proc.is_library = true;
  proc.params.emplace_back(0);
  proc.locals.push_back({.name = "this", .type = program_.types.make_ref(cls.id)});
  for (std::size_t i = 0; i < type.parameters.size(); ++i) {
    proc.params.emplace_back(proc.locals.size());
    proc.locals.push_back(
        {.name = fmt::format("arg{}", i), .type = variable_type(type.parameters[i])});
  }
  std::string what =
      fmt::format("calls {} of an input, whose class is not known", method.method->name);
  ir::ProcId id = make_proc(std::move(proc), from);
  unknown_methods_.emplace_back(id, std::move(what));
  return id;
}

void World::declare_fields(ClassInfo& info) {
  for (const Field& field : info.file->fields) {
    if (!field.is_static()) instance_field({&info, &field});
  }
}

void World::instantiate(ClassInfo& cls) {
  if (cls.has_instances || cls.is_missing) return;
  cls.has_instances = true;
  program_.classes[cls.id.index()].is_abstract = false;
  instantiated_.push_back(&cls);
  // A copy: binding reaches methods, but lowers none of them.
  std::vector<VirtualCall> calls(virtual_calls_.begin(), virtual_calls_.end());
  for (const VirtualCall& call : calls) bind_call(cls, call);
}

bool World::is_below(const ClassInfo& cls, const ClassInfo& above) const {
  return program_.is_subclass(cls.id, above.id);
}

bool World::is_below(std::string_view cls, std::string_view above) {
  return is_below(load(cls), load(above));
}

bool World::are_nestmates(const ClassInfo& a, const ClassInfo& b) const {
  auto host = [](const ClassInfo& cls) {
    return cls.file && !cls.file->nest_host.empty() ? cls.file->nest_host
                                                    : std::string_view(cls.name);
  };
  return host(a) == host(b);
}

bool World::is_known_fully(const ClassInfo& cls) const {
  if (cls.name == kObject) return true;
  if (cls.is_missing || cls.origin != Origin::User || !cls.file) return false;
  auto known = [&](const ClassInfo* above) { return is_known_fully(*above); };
  return cls.super && known(cls.super) &&
         std::all_of(cls.interfaces.begin(), cls.interfaces.end(), known);
}

// ---------------------------------------------------------------- types

ir::TypeId World::type(const Type& type) {
  if (type.is_array()) {
    ir::TypeId id = program_.types.make_array(this->type(type.element()));
    array_types_.emplace(id, type);
    return id;
  }
  switch (type.base) {
    case BaseType::Void: return simple(ir::TypeKind::Void);
    case BaseType::Boolean: return simple(ir::TypeKind::Bool);
    case BaseType::Byte: return range(INT8_MIN, INT8_MAX);
    case BaseType::Char: return range(0, UINT16_MAX);
    case BaseType::Short: return range(INT16_MIN, INT16_MAX);
    case BaseType::Int: return simple(ir::TypeKind::Int);
    case BaseType::Long: return simple(ir::TypeKind::Long);
    case BaseType::Float: return simple(ir::TypeKind::Float32);
    case BaseType::Double: return simple(ir::TypeKind::Float);
    case BaseType::Class: return program_.types.make_ref(load(type.class_name).id);
  }
  UNREACHABLE("base type");
}

ir::TypeId World::variable_type(const Type& type) {
  bool is_narrow = !type.is_reference() && type.is_int_like() && type.base != BaseType::Boolean;
  return is_narrow ? simple(ir::TypeKind::Int) : this->type(type);
}

// ---------------------------------------------------------------- members

FieldRef World::resolve_field(ClassInfo& cls, std::string_view name, std::string_view descriptor) {
  for (ClassInfo* at = &cls; at; at = at->super) {
    if (!at->file) continue;
    if (const Field* field = at->file->find_field(name, descriptor)) return {at, field};
    for (ClassInfo* above : at->interfaces) {
      if (FieldRef found = resolve_field(*above, name, descriptor)) return found;
    }
  }
  return {};
}

MethodRef World::resolve_method(ClassInfo& cls, std::string_view name,
                                std::string_view descriptor) {
  for (ClassInfo* at = &cls; at; at = at->super) {
    if (!at->file) continue;
    if (const Method* method = at->file->find_method(name, descriptor)) return {at, method};
  }
  std::vector<MethodRef> found;
  collect_defaults(cls, name, descriptor, found);
  return found.empty() ? MethodRef() : found.front();
}

// Maximally specific methods of the interfaces above first, and those with code before abstract
// ones (JVMS 5.4.3.3).
void World::collect_defaults(ClassInfo& cls, std::string_view name, std::string_view descriptor,
                             std::vector<MethodRef>& found) {
  std::vector<ClassInfo*> above;
  std::set<const ClassInfo*> seen;
  auto visit = [&](auto&& self, ClassInfo& at) -> void {
    if (!seen.insert(&at).second) return;
    if (at.is_interface() && at.file) above.push_back(&at);
    for (ClassInfo* up : at.interfaces) self(self, *up);
    if (at.super) self(self, *at.super);
  };
  visit(visit, cls);
  for (ClassInfo* at : above) {
    const Method* method = at->file->find_method(name, descriptor);
    if (!method || method->is_static() || method->is_private()) continue;
    found.push_back({at, method});
  }
  std::vector<MethodRef> all = found;
  std::erase_if(found, [&](const MethodRef& m) {
    return std::any_of(all.begin(), all.end(), [&](const MethodRef& other) {
      return other.owner != m.owner && is_below(*other.owner, *m.owner);
    });
  });
  std::stable_partition(found.begin(), found.end(),
                        [](const MethodRef& m) { return m.method->code.has_value(); });
}

MethodRef World::select(ClassInfo& cls, std::string_view name, std::string_view descriptor) {
  for (ClassInfo* at = &cls; at; at = at->super) {
    if (!at->file) continue;
    const Method* method = at->file->find_method(name, descriptor);
    if (method && !method->is_static() && !method->is_private()) return {at, method};
  }
  std::vector<MethodRef> found;
  collect_defaults(cls, name, descriptor, found);
  return found.empty() ? MethodRef() : found.front();
}

namespace {

// A field of a model that is no part of any race and orders nothing.
constexpr std::string_view kUnraced = "Lbraid/Unraced;";

ir::Sharing sharing_of(const ClassInfo& owner, const Field& field) {
  if (owner.origin == Origin::Models && field.has_annotation(kUnraced)) return ir::Sharing::Opaque;
  return field.is_volatile() ? ir::Sharing::Volatile : ir::Sharing::Plain;
}

// The final fields of models are set before anybody else can know the object: no constructor of a
// model gives `this` away. A program's own constructors may.
ir::Sharing sharing_of_instance(const ClassInfo& owner, const Field& field) {
  bool is_constant = owner.origin == Origin::Models && field.is_final();
  return is_constant ? ir::Sharing::Constant : sharing_of(owner, field);
}

}  // namespace

ir::FieldId World::instance_field(const FieldRef& ref) {
  std::string key = fmt::format("{}:{}", ref.field->name, ref.field->descriptor);
  auto known = fields_.find({ref.owner, key});
  if (known != fields_.end()) return known->second;
  ir::TypeId type_id = type(*parse_type(ref.field->descriptor));
  // Two fields of models hold what Java has no type for.
  if (ref.owner->origin == Origin::Models && ref.owner->name == kThread &&
      ref.field->name == "tid") {
    type_id = simple(ir::TypeKind::Tid);
  }
  if (ref.owner->origin == Origin::Models && ref.owner->name == kString &&
      ref.field->name == "value") {
    type_id = simple(ir::TypeKind::String);
  }
  ir::FieldId id(program_.fields.size());
  program_.fields.push_back({.name = ir_name(ref.field->name),
                             .type = type_id,
                             .owner = ref.owner->id,
                             .span = {},
                             .sharing = sharing_of_instance(*ref.owner, *ref.field),
                             .is_final = ref.field->is_final()});
  program_.classes[ref.owner->id.index()].fields.push_back(id);
  fields_.emplace(std::pair(ref.owner, std::move(key)), id);
  return id;
}

ir::FieldId World::hidden_field(ClassInfo& cls, const std::string& name, ir::TypeId type,
                                ir::Sharing sharing) {
  auto [at, fresh] = fields_.try_emplace({&cls, name});
  if (!fresh) return at->second;
  at->second = ir::FieldId(program_.fields.size());
  program_.fields.push_back(
      {.name = name, .type = type, .owner = cls.id, .span = {}, .sharing = sharing});
  program_.classes[cls.id.index()].fields.push_back(at->second);
  return at->second;
}

ir::GlobalId World::hidden_constant(const std::string& name, ir::TypeId type) {
  program_.globals.push_back({.name = name,
                              .type = type,
                              .initial = std::nullopt,
                              .span = {},
                              .sharing = ir::Sharing::Constant});
  return ir::GlobalId(program_.globals.size() - 1);
}

std::optional<ir::GlobalId> World::find_hidden_global(const std::string& name) const {
  auto found = hidden_globals_.find(name);
  if (found == hidden_globals_.end()) return std::nullopt;
  return found->second;
}

ir::GlobalId World::hidden_global(const std::string& name, ir::TypeKind kind) {
  auto [at, fresh] = hidden_globals_.try_emplace(name);
  if (fresh) {
    at->second = ir::GlobalId(program_.globals.size());
    program_.globals.push_back({.name = name,
                                .type = simple(kind),
                                .initial = std::nullopt,
                                .span = {},
                                .sharing = ir::Sharing::Volatile});
  }
  return at->second;
}

ir::GlobalId World::static_field(const FieldRef& ref) {
  std::string key = fmt::format("{}:{}", ref.field->name, ref.field->descriptor);
  auto known = statics_.find({ref.owner, key});
  if (known != statics_.end()) return known->second;
  Type java = *parse_type(ref.field->descriptor);
  ir::Global global{.name = display_name(*ref.owner, ref.field->name),
                    .type = type(java),
                    .initial = std::nullopt,
                    .span = {},
                    .sharing = sharing_of(*ref.owner, *ref.field)};
  const ConstantPool& pool = ref.owner->file->pool;
  ir::GlobalId text;
  if (std::uint16_t value = ref.field->constant_value) {
    switch (pool.kind(value)) {
      case ConstantKind::Integer:
        if (java.base == BaseType::Boolean) {
          global.initial = pool.integer(value) != 0;
        } else {
          global.initial = base::Integer(pool.integer(value));
        }
        break;
      case ConstantKind::Long: global.initial = base::Integer(pool.long_integer(value)); break;
      case ConstantKind::Float: global.initial = static_cast<double>(pool.float32(value)); break;
      case ConstantKind::Double: global.initial = pool.float64(value); break;
      case ConstantKind::String:
        text = string_literal(std::string(pool.text(pool.string_utf8(value))));
        break;
      default: break;
    }
  }
  ir::GlobalId id(program_.globals.size());
  program_.globals.push_back(std::move(global));
  if (text) constant_texts_.emplace_back(id, text);
  statics_.emplace(std::pair(ref.owner, std::move(key)), id);
  return id;
}

// ---------------------------------------------------------------- what is reached

std::string World::proc_name(const MethodRef& ref) const {
  std::string name = display_name(*ref.owner, ref.method->name);
  const auto& methods = ref.owner->file->methods;
  auto overloads = std::count_if(methods.begin(), methods.end(),
                                 [&](const Method& m) { return m.name == ref.method->name; });
  if (overloads == 1) return name;
  auto type = parse_method_type(ref.method->descriptor);
  // Methods that only differ in their results: bridges.
  if (ref.method->is_synthetic()) return name + ir_name(ref.method->descriptor);
  return name + ir_name(java_parameters(*type));
}

bool World::is_specification(const ClassInfo& cls) const {
  if (!linearizable_) return false;
  const std::string& name = linearizable_->specification->name;
  return cls.name == name || cls.name.starts_with(name + "$");
}

ir::ProcId World::reach(const MethodRef& ref, ir::ProcId from) {
  auto known = procs_.find(ref);
  if (known != procs_.end()) return known->second;
  MethodType type = *parse_method_type(ref.method->descriptor);
  ir::Procedure proc;
  proc.name = proc_name(ref);
  proc.result = variable_type(type.result);
  proc.has_this = !ref.method->is_static();
  proc.is_library = ref.owner->origin != Origin::User || is_specification(*ref.owner);
  proc.method = {external_name(ref.owner->name), std::string(ref.method->name),
                 std::string(ref.method->descriptor)};
  auto parameter = [&](std::string name, ir::TypeId of) {
    proc.params.emplace_back(proc.locals.size());
    proc.locals.push_back({.name = std::move(name), .type = of});
  };
  if (proc.has_this) parameter("this", program_.types.make_ref(ref.owner->id));
  for (std::size_t i = 0; i < type.parameters.size(); ++i) {
    parameter(fmt::format("arg{}", i), variable_type(type.parameters[i]));
  }
  ir::ProcId id = make_proc(std::move(proc), from);
  procs_.emplace(ref, id);
  work_.push_back({ref, id});
  return id;
}

ir::ProcId World::split(ir::ProcId id) {
  ir::Procedure body = program_.proc(id);
  program_.procs[id.index()].is_library = true;
  program_.procs[id.index()].name += "$recorded";
  return make_proc(std::move(body), id);
}

ir::ProcId World::make_proc(ir::Procedure proc, ir::ProcId from) {
  ir::ProcId id(program_.procs.size());
  program_.procs.push_back(std::move(proc));
  reached_from_.emplace(id.index(), from);
  return id;
}

ir::ProcId World::late_procedure(Late late, ir::ProcId like) {
  auto [at, fresh] = late_.try_emplace(late);
  if (!fresh) return at->second;
  ask_for(late);
  const ir::Procedure& model = program_.proc(like);
  ir::Procedure proc;
  proc.name = model.name + "$";
  proc.result = model.result;
  proc.has_this = model.has_this;
  proc.is_library = true;
  for (ir::LocalId id : model.params) {
    proc.params.emplace_back(proc.locals.size());
    proc.locals.push_back({.name = model.local(id).name, .type = model.local(id).type});
  }
  at->second = make_proc(std::move(proc), like);
  return at->second;
}

void World::reach_virtual(ClassInfo& declared, std::string_view name, std::string_view descriptor,
                          ir::ProcId from) {
  VirtualCall call{&declared, std::string(name), std::string(descriptor), from};
  if (!virtual_calls_.insert(call).second) return;
  std::vector<ClassInfo*> all = instantiated_;
  for (ClassInfo* cls : all) bind_call(*cls, call);
}

void World::bind_call(ClassInfo& cls, const VirtualCall& call) {
  if (!is_below(cls, *call.declared)) return;
  std::string name = selector(call.name, call.descriptor);
  auto& bound = bindings_[&cls];
  if (bound.contains(name)) return;
  MethodRef found = select(cls, call.name, call.descriptor);
  if (!found) return;
  bound.emplace(name,
                cls.is_stand_in ? reach_unknown(cls, found, call.from) : reach(found, call.from));
}

void World::bind(ClassInfo& cls, const std::string& selector, ir::ProcId proc) {
  bindings_[&cls][selector] = proc;
}

std::optional<World::Work> World::next() {
  if (work_.empty()) return std::nullopt;
  Work work = work_.front();
  work_.pop_front();
  return work;
}

namespace {

// A constructor that only calls the one above it.
bool does_nothing(const MethodRef& ref) {
  if (!ref.method->is_constructor() || !ref.method->code) return false;
  auto code = decode(*ref.owner->file, *ref.method);
  return code && code->instructions.size() == 3 && code->instructions[0].opcode == Opcode::Aload &&
         code->instructions[1].opcode == Opcode::Invokespecial &&
         code->instructions[2].opcode == Opcode::Return;
}

}  // namespace

bool World::may_use_jdk(const MethodRef& method) {
  constexpr int kMost = 600;
  const ClassInfo& cls = *method.owner;
  if (does_nothing(method)) return true;
  if (cls.is_interface() || is_below(cls, load(kThrowable))) return true;
  std::string_view name = cls.name;
  constexpr std::string_view kUtil = "java/util/";
  // Collections lie in the package itself.
  bool is_usable =
      name.starts_with(kUtil) && name.find('/', kUtil.size()) == std::string_view::npos;
  return is_usable && ++jdk_methods_ <= kMost;
}

std::string World::chain(ir::ProcId proc) const {
  std::vector<std::string_view> names;
  while (proc) {
    names.push_back(program_.proc(proc).name);
    auto from = reached_from_.find(proc.index());
    proc = from == reached_from_.end() ? ir::ProcId() : from->second;
  }
  std::string result;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    result += fmt::format("{}{}", result.empty() ? "" : " -> ", *name);
  }
  return result;
}

// ---------------------------------------------------------------- constants

ir::GlobalId World::string_literal(const std::string& text) {
  auto [at, fresh] = strings_.try_emplace(text);
  if (fresh) {
    at->second = ir::GlobalId(program_.globals.size());
    ir::TypeId of = ref(kString);
    instantiate(load(kString));
    program_.globals.push_back({.name = fmt::format("$string{}", strings_.size()),
                                .type = of,
                                .initial = std::nullopt,
                                .span = {},
                                .sharing = ir::Sharing::Constant});
  }
  return at->second;
}

ir::GlobalId World::initialisation_lock(const std::string& class_name) {
  // A class of its own, so that reports can name the lock.
  ClassInfo& cls = add_class(internal_name(class_name) + ".<initialisation>", nullptr);
  cls.super = &load(kObject);
  program_.classes[cls.id.index()].super = cls.super->id;
  instantiate(cls);
  ir::GlobalId id(program_.globals.size());
  program_.globals.push_back({.name = ir_name(class_name) + ".<initialisation>",
                              .type = ref(kObject),
                              .initial = std::nullopt,
                              .span = {},
                              .sharing = ir::Sharing::Constant});
  locks_.emplace(id, cls.id);
  return id;
}

ir::GlobalId World::class_object(const Type& type) {
  auto [at, fresh] = class_objects_.try_emplace(descriptor(type));
  if (fresh) {
    at->second = {type, ir::GlobalId(program_.globals.size())};
    ir::TypeId of = ref(kClass);
    instantiate(load(kClass));
    program_.globals.push_back({.name = ir_name(java_text(type)) + ".class",
                                .type = of,
                                .initial = std::nullopt,
                                .span = {},
                                .sharing = ir::Sharing::Constant});
  }
  return at->second.global;
}

// ---------------------------------------------------------------- the end

// A class has the bindings of the class above it, but for those of its own. Classes without
// instances may miss versions of their own, which nobody can call.
void World::finish() {
  std::set<const ClassInfo*> done;
  auto bind_all = [&](auto&& self, ClassInfo& cls) -> void {
    if (!done.insert(&cls).second) return;
    if (cls.super) self(self, *cls.super);
    if (cls.is_interface()) return;
    std::map<std::string, ir::ProcId> all;
    if (cls.super) {
      for (const ir::Binding& b : program_.cls(cls.super->id).bindings) all[b.selector] = b.proc;
    }
    for (const auto& [name, proc] : bindings_[&cls]) all[name] = proc;
    auto& bindings = program_.classes[cls.id.index()].bindings;
    for (const auto& [name, proc] : all) bindings.push_back({name, proc});
  };
  for (ClassInfo* cls : by_id_) bind_all(bind_all, *cls);
  if (inputs_.declared.empty()) return;
  for (ClassInfo* cls : by_id_) {
    program_.classes[cls->id.index()].is_internal = !inputs_.classes.contains(cls);
  }
}

}  // namespace jvm
