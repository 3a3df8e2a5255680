#include "lang/jvm/linearizable.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "lang/jvm/graph.h"

namespace jvm {

namespace {

constexpr std::string_view kHistory = "braid/History";
constexpr std::string_view kCall = "braid/Call";
constexpr std::string_view kSpecification = "braid/Specification";

bool is_operation(const Method& method) {
  return method.is_public() && !method.is_static() && !method.is_constructor() &&
         !method.is_synthetic();
}

// ---------------------------------------------------------------- which class

bool is_called(std::string_view internal, std::string_view wanted) {
  std::string name = external_name(internal);
  if (name == wanted) return true;
  std::size_t simple = name.find_last_of(".$");
  return simple != std::string::npos && name.substr(simple + 1) == wanted;
}

bool has_operations(World& world, ClassInfo& cls, const ClassInfo& specification) {
  return std::all_of(specification.file->methods.begin(), specification.file->methods.end(),
                     [&](const Method& method) {
                       if (!is_operation(method)) return true;
                       MethodRef found = world.resolve_method(cls, method.name, method.descriptor);
                       return found && is_operation(*found.method) && found.method->code;
                     });
}

// ---------------------------------------------------------------- recording

class Recorder {
 public:
  Recorder(World& world, MethodRef method, ir::ProcId id)
      : world_(world),
        linearizable_(*world.linearizable()),
        method_(method),
        type_(*parse_method_type(method.method->descriptor)),
        id_(id) {}

  // After the constructor, the object has a history.
  void write_constructor(ir::ProcId body) {
    ClassInfo& maker = make_maker();
    Graph g(world_, id_);
    g.call({}, {.proc = body}, parameters(g));
    ir::LocalId made = new_object(g, maker, 1);
    ir::LocalId history = call(g, "create", "(Lbraid/Specification;)Lbraid/History;",
                               {g.cast(g.local(made), world_.ref(kSpecification))});
    g.step_to(g.proc().exit,
              {ir::StoreField{g.local(g.proc().params[0]), history_field(), g.local(history)},
               ir::Return{}});
    g.finish();
  }

  void write_operation(ir::ProcId body) {
    ClassInfo& recorded = make_call();
    Graph g(world_, id_);
    g.proc().tie = ir::Tie::ToLast;
    if (method_.owner != linearizable_.cls) only_in_class(g, body);
    ir::LocalId history = g.new_temp(world_.ref(kHistory));
    ir::ExprId self =
        g.cast(g.local(g.proc().params[0]), world_.program().types.make_ref(linearizable_.cls->id));
    g.step({ir::LoadField{history, self, history_field()}});
    ir::LocalId made = new_object(g, recorded, 1);
    ir::LocalId event = call(g, "begin", "(Lbraid/History;Lbraid/Call;)Ljava/lang/Object;",
                             {g.local(history), g.cast(g.local(made), world_.ref(kCall))});
    ir::LocId failed = g.new_location();
    ir::LocId raises = g.handler();
    g.set_handler(failed);
    ir::LocalId result;
    if (!type_.result.is_void()) result = g.new_temp(world_.variable_type(type_.result));
    g.call(result, {.proc = body}, parameters(g));
    g.set_handler(raises);
    if (result) {
      g.step({ir::StoreField{g.local(made), field(recorded, "result"), g.local(result)}});
    }
    call(g, "end", "(Ljava/lang/Object;)V", {g.local(event)});
    g.step_to(g.proc().exit, {ir::Return{result ? g.local(result) : ir::ExprId()}});
    g.go_on_at(failed);
    ir::LocalId thrown = g.new_temp(world_.ref(kThrowable));
    g.step({ir::Catch{thrown},
            ir::StoreField{g.local(made), field(recorded, "thrown"), g.local(thrown)}});
    call(g, "end", "(Ljava/lang/Object;)V", {g.local(event)});
    g.step_to(
        g.handler(),
        {ir::Throw{.kind = ir::ExceptionKind::User, .message = "", .object = g.local(thrown)}});
    g.finish();
  }

 private:
  // ---- what is shared
  static std::vector<ir::ExprId> parameters(Graph& g) {
    std::vector<ir::ExprId> result;
    for (ir::LocalId parameter : g.proc().params) result.push_back(g.local(parameter));
    return result;
  }

  ir::LocalId call(Graph& g, std::string_view name, std::string_view descriptor,
                   std::vector<ir::ExprId> args) {
    MethodRef method = world_.resolve_method(world_.load(kHistory), name, descriptor);
    CHECK(method, "the models have History.{}", name);
    Type result = parse_method_type(descriptor)->result;
    ir::LocalId target =
        result.is_void() ? ir::LocalId() : g.new_temp(world_.variable_type(result));
    g.call(target, {.proc = world_.reach(method, g.id())}, std::move(args));
    return target;
  }

  ir::FieldId history_field() {
    return world_.hidden_field(*linearizable_.cls, "$history", world_.ref(kHistory),
                               ir::Sharing::Constant);
  }

  ir::FieldId field(ClassInfo& cls, const std::string& name) {
    ir::TypeId type;
    if (name == "result") type = world_.variable_type(type_.result);
    if (name == "thrown") type = world_.ref(kThrowable);
    return world_.hidden_field(cls, name, type, ir::Sharing::Opaque);
  }

  ir::FieldId argument_field(ClassInfo& cls, std::size_t i) {
    return world_.hidden_field(cls, fmt::format("argument{}", i),
                               world_.variable_type(type_.parameters[i]), ir::Sharing::Constant);
  }

  // With the parameters from this one on in its fields.
  ir::LocalId new_object(Graph& g, ClassInfo& cls, std::size_t first) {
    ir::LocalId made = g.new_temp(world_.program().types.make_ref(cls.id));
    std::vector<ir::Action> actions{ir::New{.target = made, .cls = cls.id}};
    for (std::size_t i = 0; i < type_.parameters.size(); ++i) {
      actions.emplace_back(ir::StoreField{g.local(made), argument_field(cls, i),
                                          g.local(g.proc().params[first + i])});
    }
    g.step(std::move(actions));
    return made;
  }

  std::vector<ir::ExprId> arguments(Graph& g, ClassInfo& cls) {
    std::vector<ir::ExprId> result;
    for (std::size_t i = 0; i < type_.parameters.size(); ++i) {
      ir::LocalId value = g.new_temp(world_.variable_type(type_.parameters[i]));
      g.step({ir::LoadField{value, g.local(g.proc().params[0]), argument_field(cls, i)}});
      result.push_back(g.local(value));
    }
    return result;
  }

  // A class that implements an interface of the models. Its only methods are those made here.
  ClassInfo& make_class(std::string_view interface) {
    return world_.make_class(fmt::format("{}$$Recorded${}{}", linearizable_.cls->name, id_.index(),
                                         interface == kCall ? "" : "$Maker"),
                             world_.load(interface));
  }

  struct Parameter {
    std::string name;
    ir::TypeId type;
  };
  ir::ProcId make_method(ClassInfo& cls, std::string_view name, std::string_view descriptor,
                         ir::TypeId result, const std::vector<Parameter>& parameters) {
    ir::Procedure proc;
    proc.name = display_name(cls, name);
    proc.result = result;
    proc.has_this = true;
    proc.is_library = true;
    proc.params.emplace_back(0);
    proc.locals.push_back({.name = "this", .type = world_.program().types.make_ref(cls.id)});
    for (const Parameter& parameter : parameters) {
      proc.params.emplace_back(proc.locals.size());
      proc.locals.push_back({.name = parameter.name, .type = parameter.type});
    }
    ir::ProcId made = world_.make_proc(std::move(proc), id_);
    world_.bind(cls, selector(name, descriptor), made);
    return made;
  }

  // ---- the specification
  ClassInfo& make_maker() {
    ClassInfo& maker = make_class(kSpecification);
    ir::ProcId id = make_method(maker, "make", "()Ljava/lang/Object;", world_.ref(kObject), {});
    world_.instantiate(maker);
    ClassInfo& made = *linearizable_.specification;
    Graph g(world_, id);
    const Method* same = made.file->find_method("<init>", method_.method->descriptor);
    const Method* empty = made.file->find_method("<init>", "()V");
    if (!same && !empty) {
      g.unsupported(fmt::format("a specification without a constructor {}{} or {}()",
                                external_name(made.name), java_parameters(type_),
                                external_name(made.name)));
    } else {
      world_.instantiate(made);
      std::vector<ir::ExprId> args;
      if (same) args = arguments(g, maker);
      ir::LocalId object = g.new_temp(g.ir().types.make_ref(made.id));
      g.step({ir::New{.target = object, .cls = made.id}});
      args.insert(args.begin(), g.local(object));
      g.call({}, {.proc = world_.reach({&made, same ? same : empty}, id)}, std::move(args));
      g.step_to(g.proc().exit, {ir::Return{g.cast(g.local(object), world_.ref(kObject))}});
    }
    g.finish();
    return maker;
  }

  // ---- calls
  ClassInfo& make_call() {
    ClassInfo& recorded = make_class(kCall);
    write_agrees(recorded, make_method(recorded, "agrees", "(Ljava/lang/Object;)Z",
                                       world_.simple(ir::TypeKind::Bool),
                                       {{"specification", world_.ref(kObject)}}));
    write_text(recorded, make_method(recorded, "text", "(Z)Ljava/lang/String;", world_.ref(kString),
                                     {{"isPending", world_.simple(ir::TypeKind::Bool)}}));
    world_.instantiate(recorded);
    return recorded;
  }

  ir::ExprId load(Graph& g, ClassInfo& cls, const std::string& name) {
    ir::FieldId id = field(cls, name);
    ir::LocalId value = g.new_temp(g.ir().field(id).type);
    g.step({ir::LoadField{value, g.local(g.proc().params[0]), id}});
    return g.local(value);
  }

  void write_agrees(ClassInfo& recorded, ir::ProcId id) {
    ClassInfo& made = *linearizable_.specification;
    Graph g(world_, id);
    g.proc().tie = ir::Tie::ToNext;
    std::vector<ir::ExprId> args = arguments(g, recorded);
    args.insert(args.begin(), g.cast(g.local(g.proc().params[1]), g.ir().types.make_ref(made.id)));
    ir::ExprId thrown = load(g, recorded, "thrown");
    MethodRef method =
        world_.resolve_method(made, method_.method->name, method_.method->descriptor);
    ir::LocId failed = g.new_location();
    ir::LocId raises = g.handler();
    g.set_handler(failed);
    ir::LocalId result;
    if (!type_.result.is_void()) result = g.new_temp(world_.variable_type(type_.result));
    g.call(result, {.proc = world_.reach(method, id)}, std::move(args));
    g.set_handler(raises);
    ir::ExprId is_same = g.binary(ir::BinaryOp::Eq, thrown, g.null());
    if (result && type_.result.is_reference()) {
      ir::LocId normal = g.new_location();
      ir::LocId other = g.new_location();
      g.branch(is_same, normal, other);
      g.go_on_at(other);
      g.step_to(g.proc().exit, {ir::Return{g.truth(false)}});
      g.go_on_at(normal);
      ir::ExprId before = load(g, recorded, "result");
      ir::LocalId equal =
          call(g, "isSame", "(Ljava/lang/Object;Ljava/lang/Object;)Z",
               {g.cast(before, world_.ref(kObject)), g.cast(g.local(result), world_.ref(kObject))});
      g.step_to(g.proc().exit, {ir::Return{g.local(equal)}});
    } else {
      if (result) {
        ir::ExprId before = load(g, recorded, "result");
        is_same = g.conjunction(is_same, g.binary(ir::BinaryOp::Eq, before, g.local(result)));
      }
      g.step_to(g.proc().exit, {ir::Return{is_same}});
    }
    g.go_on_at(failed);
    ir::LocalId raised = g.new_temp(world_.ref(kThrowable));
    g.step({ir::Catch{raised}});
    ir::LocalId equal = call(g, "isSameFailure", "(Ljava/lang/Throwable;Ljava/lang/Throwable;)Z",
                             {thrown, g.local(raised)});
    g.step_to(g.proc().exit, {ir::Return{g.local(equal)}});
    g.finish();
  }

  ir::ExprId joined(Graph& g, ir::ExprId a, ir::ExprId b) {
    return g.binary(ir::BinaryOp::Add, a, b);
  }

  // A value as text of the IR.
  ir::ExprId shown(Graph& g, ir::ExprId value, const Type& type) {
    if (!type.is_reference()) {
      ir::UnaryOp op = type.base == BaseType::Char ? ir::UnaryOp::CharText : ir::UnaryOp::ToText;
      if (type.base == BaseType::Float || type.base == BaseType::Double) return g.text("?");
      return g.convert(op, value, ir::TypeKind::String);
    }
    ir::LocalId object = call(g, "text", "(Ljava/lang/Object;)Ljava/lang/String;",
                              {g.cast(value, world_.ref(kObject))});
    ir::LocalId text = g.new_temp(world_.simple(ir::TypeKind::String));
    g.step({ir::LoadField{text, g.local(object), g.string_value()}});
    return g.local(text);
  }

  void write_text(ClassInfo& recorded, ir::ProcId id) {
    Graph g(world_, id);
    std::vector<ir::ExprId> args = arguments(g, recorded);
    ir::ExprId text = g.text(std::string(method_.method->name) + "(");
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (i != 0) text = joined(g, text, g.text(", "));
      text = joined(g, text, shown(g, args[i], type_.parameters[i]));
    }
    text = joined(g, text, g.text(")"));
    ir::LocId pending = g.new_location();
    ir::LocId has_ended = g.new_location();
    g.branch(g.local(g.proc().params[1]), pending, has_ended);
    g.go_on_at(pending);
    give(g, text);
    g.go_on_at(has_ended);
    ir::ExprId thrown = load(g, recorded, "thrown");
    ir::LocId failed = g.new_location();
    ir::LocId normal = g.new_location();
    g.branch(g.binary(ir::BinaryOp::Eq, thrown, g.null()), normal, failed);
    g.go_on_at(failed);
    ir::ExprId told = shown(g, thrown, class_type(kThrowable));
    give(g, joined(g, joined(g, text, g.text(" throws ")), told));
    g.go_on_at(normal);
    if (type_.result.is_void()) {
      give(g, text);
    } else {
      ir::ExprId result = shown(g, load(g, recorded, "result"), type_.result);
      give(g, joined(g, joined(g, text, g.text(" = ")), result));
    }
    g.finish();
  }

  static void give(Graph& g, ir::ExprId text) {
    ir::LocalId made = g.make_string(text);
    g.step_to(g.proc().exit, {ir::Return{g.local(made)}});
  }

  // Objects of other classes below the one that declares the method are not recorded.
  void only_in_class(Graph& g, ir::ProcId body) {
    ir::LocId recorded = g.new_location();
    ir::LocId other = g.new_location();
    g.branch(g.instance_of(g.local(g.proc().params[0]), class_type(linearizable_.cls->name)),
             recorded, other);
    g.go_on_at(other);
    ir::LocalId result;
    if (!type_.result.is_void()) result = g.new_temp(world_.variable_type(type_.result));
    g.call(result, {.proc = body}, parameters(g));
    g.step_to(g.proc().exit, {ir::Return{result ? g.local(result) : ir::ExprId()}});
    g.go_on_at(recorded);
  }

  World& world_;
  const Linearizable& linearizable_;
  MethodRef method_;
  MethodType type_;
  ir::ProcId id_;
};

// Empty: it can be one.
std::string_view why_no_specification(const ClassInfo& cls) {
  const std::vector<Method>& methods = cls.file->methods;
  if (cls.is_interface()) return "it is an interface";
  if (cls.file->is_abstract()) return "it is abstract";
  if (std::none_of(methods.begin(), methods.end(), is_operation)) return "it has no public methods";
  return {};
}

}  // namespace

std::optional<Linearizable> find_linearizable(World& world, const std::vector<std::string>& classes,
                                              std::string_view wanted, diag::Sink& sink) {
  std::size_t colon = wanted.find(':');
  std::string_view first = wanted.substr(0, colon);
  std::string_view second =
      colon == std::string_view::npos ? std::string_view() : wanted.substr(colon + 1);
  auto find = [&](std::string_view name) -> ClassInfo* {
    for (const std::string& cls : classes) {
      if (is_called(cls, name)) return &world.load(cls);
    }
    sink.report(diag::Kind::JvmNoClass, {}, name);
    return nullptr;
  };
  ClassInfo* specification = find(first);
  if (!specification) return std::nullopt;
  if (std::string_view reason = why_no_specification(*specification); !reason.empty()) {
    sink.report(diag::Kind::JvmNoSpecification, {}, external_name(specification->name), reason);
    return std::nullopt;
  }
  std::vector<ClassInfo*> found;
  for (const std::string& name : classes) {
    ClassInfo& cls = world.load(name);
    bool fits = second.empty() || is_called(name, second);
    if (!fits || &cls == specification || cls.is_interface() || cls.file->is_abstract()) continue;
    if (has_operations(world, cls, *specification)) found.push_back(&cls);
  }
  if (found.size() == 1) return Linearizable{found.front(), specification};
  if (found.empty()) {
    sink.report(diag::Kind::JvmNotSpecified, {}, external_name(specification->name));
  } else {
    sink.report(diag::Kind::JvmSeveralSpecified, {}, external_name(specification->name),
                external_name(found[0]->name), external_name(found[1]->name));
  }
  return std::nullopt;
}

ir::ProcId record_calls(World& world, const MethodRef& method, ir::ProcId id) {
  const std::optional<Linearizable>& checked = world.linearizable();
  if (!checked || !world.is_below(*checked->cls, *method.owner) || method.owner->name == kObject) {
    return {};
  }
  const Method& code = *method.method;
  bool is_constructor = code.is_constructor() && method.owner == checked->cls;
  const Method* specified = checked->specification->file->find_method(code.name, code.descriptor);
  bool is_recorded = is_operation(code) && code.code && specified && is_operation(*specified);
  if (!is_constructor && !is_recorded) return {};
  ir::ProcId body = world.split(id);
  Recorder recorder(world, method, id);
  if (is_constructor) {
    recorder.write_constructor(body);
  } else {
    recorder.write_operation(body);
  }
  return body;
}

ir::ProcId linearizability_check(World& world, ir::ProcId from) {
  MethodRef check = world.resolve_method(world.load(kHistory), "check", "()V");
  CHECK(check, "the models check histories");
  // Where a call begins and ends matters only as seen from other calls: what happens between that
  // and its first or last visible step, others may do before or after the call. What else is
  // recorded belongs to the thread until all others have ended.
  auto tie = [&](std::string_view name, std::string_view descriptor, ir::Tie to) {
    MethodRef steps = world.resolve_method(world.load(kHistory), name, descriptor);
    CHECK(steps, "the models have History.{}", name);
    world.program().procs[world.reach(steps, from).index()].tie = to;
  };
  tie("begin", "()I", ir::Tie::ToNext);
  tie("begin", "(Lbraid/History;Lbraid/Call;)Ljava/lang/Object;", ir::Tie::ToNext);
  tie("end", "()I", ir::Tie::ToLast);
  tie("end", "(Ljava/lang/Object;)V", ir::Tie::ToLast);
  // When the calls are looked at, the clock has stopped: it does not matter what others do.
  tie("check", "()V", ir::Tie::ToNext);
  tie("own", "([Lbraid/History$Seen;I)[Lbraid/History$Seen;", ir::Tie::ToNext);
  tie("explain", "([Lbraid/History$Seen;)V", ir::Tie::ToNext);
  tie("explainsInOrder", "([Lbraid/History$Seen;)Z", ir::Tie::ToNext);
  tie("explains", "([Lbraid/History$Seen;[I[ZILjava/lang/Object;)Z", ir::Tie::ToNext);
  return world.reach(check, from);
}

}  // namespace jvm
