#include "lang/jvm/lower.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/check.h"
#include "ir/verify.h"
#include "lang/jvm/body.h"
#include "lang/jvm/initialisers.h"
#include "lang/jvm/intrinsics.h"
#include "lang/jvm/world.h"

namespace jvm {

namespace {

class Lowerer {
 public:
  Lowerer(ClassPath& path, const Entry& entry, const LowerOptions& options, SourceMap& sources)
      : path_(path), options_(options), entry_(entry), world_(path, options, program_, sources) {
    program_.int_mode = ir::IntMode::Bits32;
  }

  ir::Program run() {
    program_.name = ir_name(external_name(entry_.klass->name));
    target_ = {&world_.load(entry_.owner->name), entry_.method};
    receiver_ = &world_.load(entry_.klass->name);
    wrapper_ = declare_wrapper();
    method_ = world_.reach(target_, wrapper_);
    for (ClassInfo* cls : receivers()) world_.instantiate(*cls);
    // What the wrapper needs is known when everything else is, and may need more in its turn.
    make_main_ = world_.resolve_method(world_.load(kThread), "makeMain", "()Ljava/lang/Thread;");
    CHECK(make_main_, "the model of Thread makes the main thread");
    world_.reach(make_main_, wrapper_);
    prepare_initialisation(world_, *receiver_, wrapper_);
    MethodRef constructor = default_constructor();
    if (!entry_.method->is_static() && constructor) {
      world_.instantiate(*receiver_);
      world_.reach(constructor, wrapper_);
    }
    do {
      lower_reached();
      reach_late();
    } while (has_more_);
    lower_wrapper();
    CHECK(!world_.next(), "what the wrapper needs was reached before");
    if (root_class_of_) lower_class_of(world_.load(kObject), root_class_of_);
    world_.finish();
    program_.entry = wrapper_;
    return std::move(program_);
  }

  const std::vector<FormatError>& refused() const { return world_.refused(); }

 private:
  void lower_reached() {
    while (auto work = world_.next()) {
      Body(world_, *work->method.owner, *work->method.method, work->proc).lower();
    }
  }

  // Procedures that depend on all classes with instances.
  void reach_late() {
    std::size_t before = program_.procs.size();
    if (world_.asks_for_classes()) {
      for (std::size_t i = 0; i < world_.instantiated().size(); ++i) {
        make_class_of(*world_.instantiated()[i]);
      }
    }
    early_ = early_initialisers(world_, wrapper_);
    has_more_ = program_.procs.size() != before;
  }

  // What `getClass` gives for objects of this very class.
  void make_class_of(ClassInfo& cls) {
    if (!told_classes_.insert(&cls).second) return;
    ir::Procedure proc;
    proc.name = display_name(cls, kClassOf);
    proc.is_library = true;
    proc.result = world_.ref(kClass);
    proc.has_this = true;
    proc.params.emplace_back(0);
    proc.locals.push_back({.name = "this", .type = program_.types.make_ref(cls.id)});
    ir::ProcId id = world_.make_proc(std::move(proc), wrapper_);
    world_.bind(cls, std::string(kClassOf), id);
    if (cls.id == program_.root) {
      root_class_of_ = id;  // when all types of arrays are known
      world_.class_object(class_type(kObject));
    } else {
      lower_class_of(cls, id);
    }
  }

  void lower_class_of(const ClassInfo& cls, ir::ProcId id) {
    Graph g(world_, id);
    if (cls.id == program_.root) refuse_arrays(g);
    ir::LocalId result = g.new_temp(world_.ref(kClass));
    g.step({ir::LoadGlobal{result, world_.class_object(class_type(cls.name))}});
    g.step_to(g.proc().exit, {ir::Return{g.local(result)}});
    g.finish();
  }

  // Arrays have the methods of the root, but not its class.
  void refuse_arrays(Graph& g) {
    for (std::size_t i = 0; i < program_.types.size(); ++i) {
      if (program_.type(ir::TypeId(i)).kind != ir::TypeKind::Array) continue;
      ir::ExprId is_array = program_.add({.kind = ir::ExprKind::InstanceOf,
                                          .type = world_.simple(ir::TypeKind::Bool),
                                          .a = g.local(ir::LocalId(0)),
                                          .tested = ir::TypeId(i)});
      ir::LocId yes = g.new_location();
      ir::LocId no = g.new_location();
      g.branch(is_array, yes, no);
      g.go_on_at(yes);
      g.unsupported("the Class object of an array");
      g.go_on_at(no);
    }
  }

  // ---------------------------------------------------------------- the wrapper

  MethodRef default_constructor() {
    const Method* found = entry_.klass->find_method("<init>", "()V");
    return found ? MethodRef{receiver_, found} : MethodRef();
  }

  // As the source has it, if the class file says so.
  std::string parameter_name(std::size_t i) const {
    const Method& method = *entry_.method;
    if (i < method.parameters.size() && !method.parameters[i].name.empty()) {
      return ir_name(method.parameters[i].name);
    }
    if (auto code = decode(*entry_.owner, method)) {
      std::size_t slot = method.is_static() ? 0 : 1;
      std::vector<Type> types = parse_method_type(method.descriptor)->parameters;
      for (std::size_t before = 0; before < i; ++before) slot += types[before].slots();
      const LocalVariable* named = code->variable(static_cast<std::uint16_t>(slot), 0);
      if (named) return ir_name(named->name);
    }
    return fmt::format("arg{}", i);
  }

  ir::ProcId declare_wrapper() {
    ir::Procedure proc;
    proc.name = display_name(*receiver_, entry_.method->name) + ".<start>";
    proc.result = world_.simple(ir::TypeKind::Void);
    proc.is_library = true;
    auto parameter = [&](std::string name, ir::TypeId type) {
      proc.params.emplace_back(proc.locals.size());
      proc.locals.push_back({.name = std::move(name), .type = type});
    };
    bool needs_receiver = !entry_.method->is_static() && !default_constructor();
    if (needs_receiver) parameter("receiver", world_.ref(entry_.klass->name));
    if (!entry_.is_main() || options_.any_arguments) {
      std::vector<Type> types = parse_method_type(entry_.method->descriptor)->parameters;
      for (std::size_t i = 0; i < types.size(); ++i) {
        parameter(parameter_name(i), world_.type(types[i]));
      }
    }
    proc.locals.push_back({.name = "$thread", .type = world_.ref(kThread), .is_temp = true});
    proc.self = ir::LocalId(proc.locals.size() - 1);
    return world_.make_proc(std::move(proc), {});
  }

  // Classes whose objects may be inputs: those of the user below the types of the parameters, and
  // of the fields of such objects.
  std::vector<ClassInfo*> receivers() {
    std::vector<ClassInfo*> result;
    std::set<std::string> seen;
    std::vector<Type> open;
    for (ir::LocalId id : program_.proc(wrapper_).params) {
      const ir::Type& type = program_.type(program_.proc(wrapper_).local(id).type);
      if (type.kind == ir::TypeKind::Ref || type.kind == ir::TypeKind::Array) {
        has_object_inputs_ = true;
      }
    }
    if (!has_object_inputs_) return result;
    std::vector<std::string> user = path_.classes(Origin::User);
    MethodType signature = *parse_method_type(entry_.method->descriptor);
    open = signature.parameters;
    if (!entry_.method->is_static()) open.push_back(class_type(entry_.klass->name));
    while (!open.empty()) {
      Type type = open.back();
      open.pop_back();
      while (type.is_array()) type = type.element();
      if (!type.is_reference()) continue;
      ClassInfo& above = world_.load(type.class_name);
      std::vector<std::string> below{type.class_name};
      for (const std::string& name : user) {
        if (world_.is_below(world_.load(name), above)) below.push_back(name);
      }
      for (const std::string& name : below) {
        ClassInfo& cls = world_.load(name);
        if (!seen.insert(name).second || !cls.file) continue;
        if (!cls.is_interface() && !cls.file->is_abstract()) result.push_back(&cls);
        for (ClassInfo* at = &cls; at; at = at->super) {
          if (!at->file) continue;
          for (const Field& field : at->file->fields) {
            if (!field.is_static()) open.push_back(*parse_type(field.descriptor));
          }
        }
      }
    }
    return result;
  }

  void lower_wrapper() {
    Graph g(world_, wrapper_);
    // An exception that leaves a thread is wrong.
    g.proc().contract.push_back({ir::ContractKind::Exceptional, g.truth(false), {}});
    ir::LocId raises = g.new_location();
    g.proc().span = world_.sources().method(*entry_.owner, *entry_.method);
    g.set_span(g.proc().span);
    g.set_handler(raises);
    make_constants(g);
    run_early(g);
    g.call(g.proc().self, {.proc = world_.reach(make_main_, wrapper_)}, {});
    require_initialised(world_, g, *receiver_);
    std::vector<ir::ExprId> args = arguments(g);
    if (program_.type(program_.proc(method_).result).kind == ir::TypeKind::Void) {
      g.last_call({.proc = method_}, std::move(args));
    } else {
      g.call({}, {.proc = method_}, std::move(args));
      g.step_to(g.proc().exit, {ir::Return{}});
    }
    g.go_on_at(raises);
    g.step_to(g.proc().except, {ir::CheckContract{ir::ContractKind::Exceptional}});
    g.finish();
  }

  std::vector<ir::ExprId> arguments(Graph& g) {
    std::vector<ir::ExprId> args;
    std::size_t next = 0;
    const std::vector<ir::LocalId> params = g.proc().params;
    if (!entry_.method->is_static()) {
      if (MethodRef constructor = default_constructor()) {
        world_.instantiate(*receiver_);
        ir::LocalId made = g.new_temp(program_.types.make_ref(receiver_->id));
        g.step({ir::New{.target = made, .cls = receiver_->id}});
        g.call({}, {.proc = world_.reach(constructor, wrapper_)}, {g.local(made)});
        args.push_back(g.local(made));
      } else {
        ir::ExprId receiver = g.local(params[next++]);
        g.step({ir::Assume{g.binary(ir::BinaryOp::Ne, receiver, g.null())}});
        args.push_back(receiver);
      }
    }
    if (entry_.is_main() && !options_.any_arguments) {
      Type texts = class_type(kString).array_of();
      ir::LocalId empty = g.new_temp(world_.type(texts));
      g.step({ir::NewArray{.target = empty, .type = world_.type(texts), .sizes = {g.number(0)}}});
      args.push_back(g.local(empty));
    }
    while (next < params.size()) args.push_back(g.local(params[next++]));
    return args;
  }

  void make_constants(Graph& g) {
    std::vector<ir::Action> actions;
    auto flush = [&] {
      if (!actions.empty()) g.step(std::move(actions));
      actions.clear();
    };
    ir::LocalId made_class = g.new_temp(world_.ref(kClass));
    ir::LocalId made = g.new_temp(world_.ref(kString));
    // The names of classes are literals, too.
    auto classes = world_.class_objects();
    std::map<std::string, std::pair<ir::GlobalId, ir::GlobalId>> names;
    for (const auto& [text, object] : classes) {
      names[text] = {world_.string_literal(class_name(object.type)),
                     world_.string_literal(simple_name(object.type))};
    }
    for (const auto& [text, global] : world_.strings()) {
      g.add_string(actions, made, g.text(text));
      actions.emplace_back(ir::StoreGlobal{global, g.local(made)});
    }
    for (const auto& [global, cls] : world_.initialisation_locks()) {
      ir::LocalId lock = g.new_temp(program_.types.make_ref(cls));
      actions.emplace_back(ir::New{.target = lock, .cls = cls});
      actions.emplace_back(ir::StoreGlobal{global, g.local(lock)});
    }
    for (const auto& [text, object] : classes) {
      actions.emplace_back(ir::New{.target = made_class, .cls = world_.load(kClass).id});
      actions.emplace_back(ir::StoreGlobal{object.global, g.local(made_class)});
      set_class(g, actions, g.local(made_class), made, names[text], object.type);
    }
    for (const auto& [field, literal] : world_.constant_texts()) {
      actions.emplace_back(ir::LoadGlobal{made, literal});
      actions.emplace_back(ir::StoreGlobal{field, g.local(made)});
    }
    flush();
  }

  static std::string class_name(const Type& type) {
    if (type.is_array()) {
      std::string text = descriptor(type);
      for (char& c : text) c = c == '/' ? '.' : c;
      return text;
    }
    return java_text(type);
  }

  std::string simple_name(const Type& type) {
    if (type.is_array()) return simple_name(type.element()) + "[]";
    if (!type.is_reference()) return java_text(type);
    const ClassInfo& cls = world_.load(type.class_name);
    if (cls.file) {
      for (const InnerClass& inner : cls.file->inner_classes) {
        if (inner.inner == cls.name) return std::string(inner.simple_name);
      }
    }
    std::string name = external_name(type.class_name);
    return name.substr(name.rfind('.') + 1);
  }

  void set_class(Graph& g, std::vector<ir::Action>& actions, ir::ExprId object, ir::LocalId text,
                 const std::pair<ir::GlobalId, ir::GlobalId>& names, const Type& type) {
    ClassInfo& cls = world_.load(kClass);
    auto field = [&](std::string_view name, std::string_view descriptor) {
      FieldRef found = world_.resolve_field(cls, name, descriptor);
      CHECK(found, "the model of Class has its fields");
      return world_.instance_field(found);
    };
    constexpr std::string_view kText = "Ljava/lang/String;";
    actions.emplace_back(ir::LoadGlobal{text, names.first});
    actions.emplace_back(ir::StoreField{object, field("name", kText), g.local(text)});
    actions.emplace_back(ir::LoadGlobal{text, names.second});
    actions.emplace_back(ir::StoreField{object, field("simpleName", kText), g.local(text)});
    const ClassInfo* info =
        !type.is_array() && type.is_reference() ? &world_.load(type.class_name) : nullptr;
    const ClassFile* file = info ? info->file : nullptr;
    std::pair<std::string_view, bool> flags[] = {{"isInterface", file && file->is_interface()},
                                                 {"isArray", type.is_array()},
                                                 {"isPrimitive", !type.is_reference()},
                                                 {"isEnum", file && file->is_enum()},
                                                 {"isRecord", file && file->is_record}};
    for (const auto& [name, value] : flags) {
      if (value) actions.emplace_back(ir::StoreField{object, field(name, "Z"), g.truth(true)});
    }
  }

  // An initialiser that fails would have failed later, or never: nothing can be said then.
  void run_early(Graph& g) {
    if (early_.empty()) return;
    ir::LocId failed = g.new_location();
    ir::LocId raises = g.handler();
    g.set_handler(failed);
    for (ir::ProcId proc : early_) g.call({}, {.proc = proc}, {});
    g.set_handler(raises);
    ir::LocId next = g.at();
    g.go_on_at(failed);
    g.step({ir::Catch{}});
    g.unsupported("a class initialiser that throws an exception");
    g.go_on_at(next);
  }

  ClassPath& path_;
  const LowerOptions& options_;
  const Entry& entry_;
  ir::Program program_;
  World world_;
  MethodRef target_;
  ClassInfo* receiver_ = nullptr;  // the class of the receiver, or the one that was named
  ir::ProcId wrapper_;
  ir::ProcId method_;
  MethodRef make_main_;
  std::vector<ir::ProcId> early_;
  ir::ProcId root_class_of_;
  std::set<const ClassInfo*> told_classes_;
  bool has_more_ = false;
  bool has_object_inputs_ = false;
};

}  // namespace

std::optional<ir::Program> lower(ClassPath& path, const Entry& entry, const LowerOptions& options,
                                 SourceMap& sources, diag::Sink& sink) {
  Lowerer lowerer(path, entry, options, sources);
  ir::Program program = lowerer.run();
  for (const FormatError& error : lowerer.refused()) report(error, sink);
  if (sink.has_errors()) return std::nullopt;
  return program;
}

}  // namespace jvm
