#include "lang/jvm/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "ir/verify.h"
#include "lang/jvm/body.h"
#include "lang/jvm/display.h"
#include "lang/jvm/initialisers.h"
#include "lang/jvm/inputs.h"
#include "lang/jvm/intrinsics.h"
#include "lang/jvm/late.h"
#include "lang/jvm/linearizable.h"
#include "lang/jvm/world.h"

namespace jvm {

namespace {

class Lowerer {
 public:
  Lowerer(ClassPath& path, const Entry& entry, const LowerOptions& options, SourceMap& sources,
          diag::Sink& sink)
      : path_(path),
        options_(options),
        entry_(entry),
        world_(path, options_, program_, sources),
        sink_(sink),
        late_(world_) {
    program_.int_mode = ir::IntMode::Bits32;
    program_.is_guarded = true;
  }

  ir::Program run() {
    program_.name = ir_name(external_name(entry_.klass->name));
    target_ = {&world_.load(entry_.owner->name), entry_.method};
    receiver_ = &world_.load(entry_.klass->name);
    find_drawn_objects(world_, *entry_.owner);
    wrapper_ = declare_wrapper();
    late_.set_origin(wrapper_);
    if (!options_.linearizable.empty()) {
      auto found =
          find_linearizable(world_, path_.classes(Origin::User), options_.linearizable, sink_);
      if (!found) return {};
      world_.set_linearizable(*found);
      check_ = linearizability_check(world_, wrapper_);
    }
    method_ = world_.reach(target_, wrapper_);
    find_inputs(world_, path_.classes(Origin::User), input_types(), wrapper_);
    // What the wrapper needs is known when everything else is, and may need more in its turn.
    make_main_ = world_.resolve_method(world_.load(kThread), "makeMain", "()Ljava/lang/Thread;");
    CHECK(make_main_, "the model of Thread makes the main thread");
    world_.reach(make_main_, wrapper_);
    prepare_initialisation(world_, *receiver_, wrapper_);
    MethodRef constructor = default_constructor();
    if (entry_.method->is_constructor()) {
      world_.instantiate(*receiver_);
    } else if (!entry_.method->is_static() && constructor) {
      world_.instantiate(*receiver_);
      world_.reach(constructor, wrapper_);
    }
    do {
      lower_reached();
      reach_late();
    } while (has_more_);
    lower_wrapper();
    CHECK(!world_.next(), "what the wrapper needs was reached before");
    late_.lower();
    CHECK(!world_.next(), "what late procedures need was reached before");
    world_.finish();
    set_display(program_);
    program_.entry = wrapper_;
    return std::move(program_);
  }

  bool narrows_inputs() { return world_.inputs().is_narrow; }
  const std::vector<FormatError>& refused() const { return world_.refused(); }

 private:
  void lower_reached() {
    while (auto work = world_.next()) {
      ir::ProcId body = record_calls(world_, work->method, work->proc);
      Body(world_, *work->method.owner, *work->method.method, body ? body : work->proc).lower();
    }
    for (const auto& [proc, what] : world_.take_unknown_methods()) lower_limit(proc, what);
  }

  void lower_limit(ir::ProcId proc, std::string_view what) {
    Graph g(world_, proc);
    g.unsupported(what);
    g.finish();
  }

  // Procedures that depend on all classes with instances.
  void reach_late() {
    std::size_t before = program_.procs.size();
    late_.reach();
    early_ = early_initialisers(world_, wrapper_);
    has_more_ = program_.procs.size() != before;
  }

  // ---------------------------------------------------------------- the wrapper

  // A constructor as entry makes its own object.
  MethodRef default_constructor() {
    if (options_.is_open && !entry_.method->is_constructor()) return {};
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
    if (options_.is_open) {
      proc.result = world_.variable_type(parse_method_type(entry_.method->descriptor)->result);
    }
    proc.is_library = true;
    proc.method = {external_name(receiver_->name), std::string(entry_.method->name),
                   std::string(entry_.method->descriptor)};
    auto parameter = [&](std::string name, ir::TypeId type) {
      proc.params.emplace_back(proc.locals.size());
      proc.locals.push_back({.name = std::move(name), .type = type});
    };
    if (needs_receiver()) {
      parameter(options_.is_open ? "this" : "receiver", world_.ref(entry_.klass->name));
      proc.has_this = options_.is_open;
    }
    if (!entry_.is_main() || options_.any_arguments) {
      std::vector<Type> types = parse_method_type(entry_.method->descriptor)->parameters;
      for (std::size_t i = 0; i < types.size(); ++i) {
        parameter(parameter_name(i), world_.type(types[i]));
      }
    }
    for (const DrawnObject& one : world_.inputs().drawn) {
      parameter(program_.global(one.value).name, world_.type(one.type));
    }
    proc.locals.push_back({.name = "$thread", .type = world_.ref(kThread), .is_temp = true});
    proc.self = ir::LocalId(proc.locals.size() - 1);
    return world_.make_proc(std::move(proc), {});
  }

  // The types of the inputs.
  std::vector<Type> input_types() {
    std::vector<Type> result;
    if (!entry_.is_main() || options_.any_arguments) {
      result = parse_method_type(entry_.method->descriptor)->parameters;
    }
    for (const DrawnObject& one : world_.inputs().drawn) result.push_back(one.type);
    if (needs_receiver()) result.push_back(class_type(entry_.klass->name));
    return result;
  }

  // Whether the entry needs an object that nothing here can make.
  bool needs_receiver() {
    return !entry_.method->is_static() && !entry_.method->is_constructor() &&
           !default_constructor();
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
    set_main_thread(g);
    require_initialised(world_, g, *receiver_);
    initialise_enums(world_, g);
    hand_over(g);
    std::vector<ir::ExprId> args = arguments(g);
    bool gives = program_.type(program_.proc(method_).result).kind != ir::TypeKind::Void;
    if (!gives && !check_) {
      g.last_call({.proc = method_}, std::move(args));
    } else {
      ir::LocalId result;
      if (options_.is_open && gives) result = g.new_temp(program_.proc(method_).result);
      g.call(result, {.proc = method_}, std::move(args));
      if (check_) {
        g.step({ir::Join{}});
        g.call({}, {.proc = check_}, {});
      }
      g.step_to(g.proc().exit, {ir::Return{result ? g.local(result) : ir::ExprId()}});
    }
    g.go_on_at(raises);
    g.step_to(g.proc().except, {ir::CheckContract{ir::ContractKind::Exceptional}});
    g.finish();
  }

  // What harnesses draw is behind the parameters.
  void hand_over(Graph& g) {
    std::size_t at = g.proc().params.size() - world_.inputs().drawn.size();
    for (const DrawnObject& one : world_.inputs().drawn) {
      g.step({ir::StoreGlobal{one.value, g.local(g.proc().params[at++])}});
    }
  }

  void set_main_thread(Graph& g) {
    ir::LocalId thread = g.new_temp(world_.simple(ir::TypeKind::Tid));
    g.step({ir::Self{thread},
            ir::StoreField{g.local(g.proc().self), thread_identifier(world_), g.local(thread)}});
  }

  std::vector<ir::ExprId> arguments(Graph& g) {
    std::vector<ir::ExprId> args;
    std::size_t next = 0;
    const std::vector<ir::LocalId> params = g.proc().params;
    if (!entry_.method->is_static()) {
      MethodRef constructor = default_constructor();
      if (constructor || entry_.method->is_constructor()) {
        ir::LocalId made = g.new_temp(program_.types.make_ref(receiver_->id));
        g.step({ir::New{.target = made, .cls = receiver_->id}});
        if (!entry_.method->is_constructor()) {
          g.call({}, {.proc = world_.reach(constructor, wrapper_)}, {g.local(made)});
        }
        args.push_back(g.local(made));
      } else {
        ir::LocalId receiver = params[next++];
        g.step({ir::Assume{g.binary(ir::BinaryOp::Ne, g.local(receiver), g.null())}});
        admit(g, receiver, class_type(entry_.klass->name));
        args.push_back(g.local(receiver));
      }
    }
    if (entry_.is_main() && !options_.any_arguments) {
      Type texts = class_type(kString).array_of();
      ir::LocalId empty = g.new_temp(world_.type(texts));
      g.step({ir::NewArray{.target = empty, .type = world_.type(texts), .sizes = {g.number(0)}}});
      args.push_back(g.local(empty));
    }
    if (entry_.is_main() && options_.any_arguments) require_texts(g, params[next]);
    std::vector<Type> types = parse_method_type(entry_.method->descriptor)->parameters;
    std::size_t end = params.size() - world_.inputs().drawn.size();
    for (std::size_t i = 0; next < end; ++i, ++next) {
      admit(g, params[next], types[i]);
      args.push_back(g.local(params[next]));
    }
    return args;
  }

  // What main gets is there, and so is each of its texts.
  void require_texts(Graph& g, ir::LocalId array) {
    auto is_there = [&](ir::LocalId local) {
      return ir::Assume{g.binary(ir::BinaryOp::Ne, g.local(local), g.null())};
    };
    ir::LocalId text = g.new_temp(world_.ref(kString));
    ir::LocalId i = g.new_temp(world_.simple(ir::TypeKind::Int));
    ir::LocId head = g.new_location();
    ir::LocId body = g.new_location();
    ir::LocId done = g.new_location();
    g.step({is_there(array)});
    g.step_to(head, {ir::Assign{i, g.number(0)}});
    g.go_on_at(head);
    g.branch(g.binary(ir::BinaryOp::Lt, g.local(i), g.length(g.local(array))), body, done);
    g.go_on_at(body);
    g.step({ir::LoadElement{text, g.local(array), g.local(i)}});
    g.step({is_there(text)});
    g.step_to(head, {ir::Assign{i, g.binary(ir::BinaryOp::Add, g.local(i), g.number(1))}});
    g.go_on_at(done);
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

  static bool is_anonymous(const ClassFile& file) {
    return std::any_of(file.inner_classes.begin(), file.inner_classes.end(),
                       [&](const InnerClass& inner) {
                         return inner.inner == file.name && inner.simple_name.empty();
                       });
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
    std::pair<std::string_view, bool> flags[] = {
        {"isInterface", file && file->is_interface()},
        {"isArray", type.is_array()},
        {"isPrimitive", !type.is_reference()},
        // The class of a constant with a body is none.
        {"isEnum", file && file->is_enum() && file->super == "java/lang/Enum"},
        {"isRecord", file && file->is_record},
        {"isAnnotation", file && file->is_annotation()},
        {"isSynthetic", file && file->is_synthetic()},
        {"isAnonymous", file && is_anonymous(*file)}};
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
  const LowerOptions options_;
  const Entry& entry_;
  ir::Program program_;
  World world_;
  diag::Sink& sink_;
  MethodRef target_;
  ClassInfo* receiver_ = nullptr;  // the class of the receiver, or the one that was named
  ir::ProcId wrapper_;
  LateProcedures late_;
  ir::ProcId method_;
  MethodRef make_main_;
  ir::ProcId check_;  // of linearizability; invalid: none
  std::vector<ir::ProcId> early_;
  bool has_more_ = false;
};

// Whether the program reaches Thread.interrupt. Only then do the models ask who was interrupted.
bool can_interrupt(const ir::Program& program) {
  return std::any_of(program.procs.begin(), program.procs.end(), [](const ir::Procedure& proc) {
    return proc.method.cls == "java.lang.Thread" && proc.method.name == "interrupt";
  });
}

}  // namespace

std::optional<Lowered> lower(ClassPath& path, const Entry& entry, const LowerOptions& options,
                             SourceMap& sources, diag::Sink& sink) {
  auto lowered = [&](const LowerOptions& with) -> std::optional<Lowered> {
    Lowerer lowerer(path, entry, with, sources, sink);
    ir::Program program = lowerer.run();
    for (const FormatError& error : lowerer.refused()) report(error, sink);
    if (sink.has_errors()) return std::nullopt;
    return Lowered{std::move(program), lowerer.narrows_inputs()};
  };
  std::optional<Lowered> result = lowered(options);
  if (!result || !can_interrupt(result->program)) return result;
  LowerOptions with_interrupts = options;
  with_interrupts.interrupts = true;
  return lowered(with_interrupts);
}

}  // namespace jvm
