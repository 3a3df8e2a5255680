#include "lang/jvm/lambda.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "lang/jvm/adapter.h"

namespace jvm {

std::string utf8_of(std::u16string_view units) {
  std::string result;
  for (char16_t unit : units) base::utf8_append(result, unit);
  return result;
}

namespace {

void lower_lambda(World& world, const LambdaSite& site, const Lambda& lambda, ir::ProcId id) {
  Graph g(world, id);
  Adapter adapter(world, g);
  const MemberRef& code = site.implementation.member;
  MethodType type = *parse_method_type(code.descriptor);
  ReferenceKind kind = site.implementation.kind;
  bool makes = kind == ReferenceKind::NewInvokeSpecial;
  bool has_receiver = kind != ReferenceKind::InvokeStatic && !makes;
  std::vector<Type> wanted = type.parameters;
  if (has_receiver) wanted.insert(wanted.begin(), class_type(code.owner));

  // What was captured comes first, then the arguments.
  struct Value {
    ir::ExprId expr;
    Type type;
  };
  std::vector<Value> given;
  ir::ExprId self = g.local(ir::LocalId(0));
  for (std::size_t i = 0; i < site.captured.size(); ++i) {
    ir::LocalId target = g.new_temp(world.variable_type(site.captured[i]));
    g.step({ir::LoadField{target, self, lambda.fields[i]}});
    given.push_back({g.local(target), site.captured[i]});
  }
  for (std::size_t i = 0; i < site.erased.parameters.size(); ++i) {
    ir::ExprId value = g.local(g.proc().params[i + 1]);
    value = adapter.adapt(value, site.erased.parameters[i], site.actual.parameters[i]);
    given.push_back({value, site.actual.parameters[i]});
  }
  std::vector<ir::ExprId> args;
  bool fits = given.size() == wanted.size();
  for (std::size_t i = 0; fits && i < given.size(); ++i) {
    ir::ExprId value;
    if (given[i].expr) value = adapter.adapt(given[i].expr, given[i].type, wanted[i]);
    fits = value.is_valid();
    args.push_back(value);
  }
  bool is_array = code.owner.starts_with('[');
  ClassInfo& owner = world.load(is_array ? kObject : code.owner);
  MethodRef method = world.resolve_method(owner, code.name, code.descriptor);
  if (!fits || !method || is_array || owner.is_missing) {
    g.unsupported(fmt::format("the method reference {}::{}", external_name(code.owner), code.name));
    g.finish();
    return;
  }
  ir::ExprId result;
  Type result_type = type.result;
  if (makes) {
    world.instantiate(owner);
    ir::LocalId made = g.new_temp(g.ir().types.make_ref(owner.id));
    g.step({ir::New{.target = made, .cls = owner.id}});
    args.insert(args.begin(), g.local(made));
    g.call({}, {.proc = world.reach(method, id)}, std::move(args));
    result = g.local(made);
    result_type = class_type(code.owner);
  } else if (has_receiver && kind != ReferenceKind::InvokeSpecial && !method.method->is_private()) {
    g.require_not_null(args[0]);
    world.reach_virtual(owner, code.name, code.descriptor, id);
    ir::LocalId target =
        type.result.is_void() ? ir::LocalId() : g.new_temp(world.variable_type(type.result));
    g.call(target,
           {.proc = {}, .declared = owner.id, .selector = selector(code.name, code.descriptor)},
           std::move(args));
    if (target) result = g.local(target);
  } else {
    if (has_receiver) args[0] = g.cast(args[0], g.ir().types.make_ref(method.owner->id));
    result = adapter.call(method, std::move(args), type.result);
  }
  if (site.erased.result.is_void()) {
    g.step_to(g.proc().exit, {ir::Return{}});
  } else {
    ir::ExprId adapted = adapter.adapt(result, result_type, site.actual.result);
    if (adapted) adapted = adapter.adapt(adapted, site.actual.result, site.erased.result);
    if (adapted) {
      g.step_to(g.proc().exit, {ir::Return{adapted}});
    } else {
      g.unsupported("the result of a lambda");
    }
  }
  g.finish();
}

}  // namespace

Lambda make_lambda_class(World& world, ClassInfo& owner, const LambdaSite& site, ir::ProcId from) {
  ClassInfo& interface = world.load(site.interface);
  Lambda lambda;
  lambda.cls =
      &world.make_class(fmt::format("{}$$Lambda${}", owner.name, world.next_lambda()), interface);
  for (std::size_t i = 0; i < site.captured.size(); ++i) {
    lambda.fields.push_back(world.hidden_field(*lambda.cls, fmt::format("captured{}", i),
                                               world.type(site.captured[i]),
                                               ir::Sharing::Constant));
  }
  ir::Procedure proc;
  proc.name = display_name(*lambda.cls, site.method);
  proc.result = world.variable_type(site.erased.result);
  proc.has_this = true;
  proc.is_library = true;
  auto parameter = [&](std::string name, ir::TypeId type) {
    proc.params.emplace_back(proc.locals.size());
    proc.locals.push_back({.name = std::move(name), .type = type});
  };
  parameter("this", world.program().types.make_ref(lambda.cls->id));
  for (std::size_t i = 0; i < site.erased.parameters.size(); ++i) {
    parameter(fmt::format("arg{}", i), world.variable_type(site.erased.parameters[i]));
  }
  ir::ProcId id = world.make_proc(std::move(proc), from);
  world.bind(*lambda.cls, selector(site.method, descriptor(site.erased)), id);
  world.instantiate(*lambda.cls);
  lower_lambda(world, site, lambda, id);
  return lambda;
}

}  // namespace jvm
