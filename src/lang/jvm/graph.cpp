#include "lang/jvm/graph.h"

#include <fmt/format.h>

#include "base/check.h"
#include "ir/tidy.h"
#include "ir/typing.h"

namespace jvm {

Graph::Graph(World& world, ir::ProcId id)
    : world_(world), ir_(world.program()), id_(id), proc_(ir_.procs[id.index()]) {
  proc_.entry = new_location();
  proc_.exit = new_location();
  proc_.except = new_location();
  if (ir_.type(proc_.result).kind != ir::TypeKind::Void) {
    proc_.retval = new_local("retval", proc_.result);
  }
  at_ = proc_.entry;
  handler_ = proc_.except;
  span_ = proc_.span;
}

// ---------------------------------------------------------------- locations and locals

ir::LocId Graph::new_location() {
  proc_.locations.emplace_back();
  return ir::LocId(proc_.locations.size() - 1);
}

ir::LocalId Graph::new_temp(ir::TypeId type) {
  proc_.locals.push_back({.name = fmt::format("$t{}", temps_++), .type = type, .is_temp = true});
  return ir::LocalId(proc_.locals.size() - 1);
}

ir::LocalId Graph::new_local(std::string name, ir::TypeId type) {
  if (names_.empty()) {
    for (const ir::Local& local : proc_.locals) names_[local.name] = 1;
  }
  int uses = ++names_[name];
  if (uses > 1) name += fmt::format("${}", uses);
  proc_.locals.push_back({.name = std::move(name), .type = type});
  return ir::LocalId(proc_.locals.size() - 1);
}

// ---------------------------------------------------------------- expressions

ir::ExprId Graph::number(std::int64_t value) {
  return ir_.constant_expr(world_.simple(ir::TypeKind::Int), base::Integer(value));
}

ir::ExprId Graph::long_number(std::int64_t value) {
  return ir_.constant_expr(world_.simple(ir::TypeKind::Long), base::Integer(value));
}

ir::ExprId Graph::null() {
  return ir_.constant_expr(world_.simple(ir::TypeKind::Null), ir::NullValue());
}

ir::ExprId Graph::text(std::string value) {
  return ir_.constant_expr(world_.simple(ir::TypeKind::String), std::move(value));
}

ir::ExprId Graph::conjunction(ir::ExprId a, ir::ExprId b) {
  if (!a) return b;
  if (!b) return a;
  return ir_.binary(ir::BinaryOp::And, a, b);
}

ir::ExprId Graph::negation(ir::ExprId a) {
  const ir::Expr e = ir_.expr(a);
  if (e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not) return e.a;
  if (e.kind == ir::ExprKind::Constant) return truth(!std::get<bool>(ir_.constant(e.constant)));
  if (e.kind == ir::ExprKind::Binary) {
    if (e.binary == ir::BinaryOp::Eq) return binary(ir::BinaryOp::Ne, e.a, e.b);
    if (e.binary == ir::BinaryOp::Ne) return binary(ir::BinaryOp::Eq, e.a, e.b);
  }
  return ir_.unary(ir::UnaryOp::Not, a);
}

ir::ExprId Graph::convert(ir::UnaryOp op, ir::ExprId a, ir::TypeKind to) {
  return ir_.add({.kind = ir::ExprKind::Unary, .unary = op, .type = world_.simple(to), .a = a});
}

ir::ExprId Graph::choose(ir::ExprId condition, ir::ExprId yes, ir::ExprId no) {
  return ir_.add(
      {.kind = ir::ExprKind::Ite, .type = ir_.expr(yes).type, .a = condition, .b = yes, .c = no});
}

ir::ExprId Graph::length(ir::ExprId of) {
  return ir_.add({.kind = ir::ExprKind::Length, .type = world_.simple(ir::TypeKind::Int), .a = of});
}

ir::ExprId Graph::instance_of(ir::ExprId value, const Type& type) {
  ir::Expr e{
      .kind = ir::ExprKind::InstanceOf, .type = world_.simple(ir::TypeKind::Bool), .a = value};
  if (type.is_array()) {
    e.tested = world_.type(type);
  } else {
    e.cls = world_.load(type.class_name).id;
  }
  return ir_.add(e);
}

ir::ExprId Graph::cast(ir::ExprId value, ir::TypeId type) {
  if (ir_.is_assignable(ir_.expr(value).type, type)) return value;
  return ir_.add({.kind = ir::ExprKind::Cast, .type = type, .a = value});
}

bool Graph::is_constant(ir::ExprId id, std::int64_t value) const {
  const ir::Expr& e = ir_.expr(id);
  if (e.kind != ir::ExprKind::Constant) return false;
  const auto* number = std::get_if<base::Integer>(&ir_.constant(e.constant));
  return number && *number == base::Integer(value);
}

// ---------------------------------------------------------------- edges

ir::Transition& Graph::transition(ir::ExprId guard, std::vector<ir::Action> actions,
                                  ir::LocId target) {
  CHECK(at_.is_valid(), "a transition from nowhere");
  return proc_.transitions.emplace_back(ir::Transition{.source = at_,
                                                       .guard = guard,
                                                       .actions = std::move(actions),
                                                       .target = target,
                                                       .span = span_});
}

Failure Graph::told(Failure failure) const {
  bool is_about_null = failure.exception == "java/lang/NullPointerException" && !failure.message;
  if (is_about_null && null_message_) failure.message = null_message_();
  return failure;
}

void Graph::require(ir::ExprId holds, Failure failure) {
  obligations_.push_back({holds, told(failure)});
}

void Graph::require_not_null(ir::ExprId value) {
  require(binary(ir::BinaryOp::Ne, value, null()),
          {"java/lang/NullPointerException", ir::ExceptionKind::NullDereference, {}});
}

void Graph::require_index(ir::ExprId array, ir::ExprId index) {
  ir::ExprId size = length(array);
  ir::ExprId inside = conjunction(binary(ir::BinaryOp::Le, number(0), index),
                                  binary(ir::BinaryOp::Lt, index, size));
  auto shown = [&](ir::ExprId value) {
    return convert(ir::UnaryOp::ToText, value, ir::TypeKind::String);
  };
  auto joined = [&](ir::ExprId a, ir::ExprId b) { return binary(ir::BinaryOp::Add, a, b); };
  ir::ExprId message = joined(joined(text("Index "), shown(index)),
                              joined(text(" out of bounds for length "), shown(size)));
  require(inside, {"java/lang/ArrayIndexOutOfBoundsException", ir::ExceptionKind::IndexOutOfBounds,
                   message});
}

ir::ExprId Graph::emit_failures() {
  ir::ExprId before;
  std::vector<Obligation> obligations = std::move(obligations_);
  obligations_.clear();
  for (const Obligation& o : obligations) {
    transition(conjunction(before, negation(o.holds)), throwing(o.failure), handler_);
    before = conjunction(before, o.holds);
  }
  return before;
}

std::vector<ir::Action> Graph::throwing(const Failure& failure) {
  ClassInfo& cls = world_.load(failure.exception);
  std::vector<ir::Action> actions;
  if (cls.is_missing) {
    actions.emplace_back(
        ir::Limit{.what = fmt::format("the class {} is missing", external_name(failure.exception)),
                  .unsupported = true});
    return actions;
  }
  world_.instantiate(cls);
  auto [at, fresh] = thrown_.try_emplace(failure.exception);
  if (fresh) at->second = new_temp(ir_.types.make_ref(cls.id));
  ir::LocalId thrown = at->second;
  actions.emplace_back(ir::New{.target = thrown, .cls = cls.id});
  FieldRef message = failure.message ? world_.resolve_field(world_.load(kThrowable), "message",
                                                            "Ljava/lang/String;")
                                     : FieldRef();
  if (message) {
    ir::LocalId text = new_temp(world_.ref(kString));
    add_string(actions, text, failure.message);
    actions.emplace_back(
        ir::StoreField{local(thrown), world_.instance_field(message), local(text)});
  }
  actions.emplace_back(ir::Throw{.kind = failure.kind, .message = "", .object = local(thrown)});
  return actions;
}

void Graph::step_to(ir::LocId target, std::vector<ir::Action> actions) {
  ir::ExprId guard = emit_failures();
  transition(guard, std::move(actions), target);
  at_ = {};
}

void Graph::step(std::vector<ir::Action> actions) {
  ir::LocId next = new_location();
  step_to(next, std::move(actions));
  at_ = next;
}

void Graph::step_tested(std::vector<ir::Action> tests, ir::ExprId guard,
                        std::vector<ir::Action> actions, ir::LocId target) {
  transition(guard, std::move(actions), target).reads = std::move(tests);
}

void Graph::branch(ir::ExprId condition, ir::LocId yes, ir::LocId no) {
  ir::ExprId guard = emit_failures();
  transition(conjunction(guard, condition), {}, yes);
  transition(conjunction(guard, negation(condition)), {}, no);
  at_ = {};
}

void Graph::call(ir::LocalId target, ir::Callee callee, std::vector<ir::ExprId> args) {
  ir::ExprId guard = emit_failures();
  ir::LocId next = new_location();
  transition(guard, {ir::Call{target, std::move(callee), std::move(args)}}, next).except = handler_;
  at_ = next;
}

void Graph::last_call(ir::Callee callee, std::vector<ir::ExprId> args) {
  ir::ExprId guard = emit_failures();
  transition(guard, {ir::Call{{}, std::move(callee), std::move(args)}}, proc_.exit).except =
      handler_;
  at_ = {};
}

void Graph::throw_new(const Failure& failure) { step_to(handler_, throwing(told(failure))); }

void Graph::unsupported(std::string_view what) {
  step_to(proc_.except, {ir::Limit{.what = fmt::format("{} ({})", what, world_.chain(id_)),
                                   .unsupported = true}});
}

// ---------------------------------------------------------------- strings

ir::FieldId Graph::string_value() {
  FieldRef field = world_.resolve_field(world_.load(kString), "value", "Ljava/lang/Object;");
  CHECK(field, "the model of String has a field value");
  return world_.instance_field(field);
}

void Graph::add_string(std::vector<ir::Action>& actions, ir::LocalId target, ir::ExprId text) {
  ClassInfo& string = world_.load(kString);
  world_.instantiate(string);
  actions.emplace_back(ir::New{.target = target, .cls = string.id});
  actions.emplace_back(ir::StoreField{local(target), string_value(), text});
}

ir::LocalId Graph::make_string(ir::ExprId text) {
  ir::LocalId target = new_temp(world_.ref(kString));
  std::vector<ir::Action> actions;
  add_string(actions, target, text);
  step(std::move(actions));
  return target;
}

void Graph::finish() {
  ir::tidy(proc_);
  ir_.procs[id_.index()] = std::move(proc_);
}

}  // namespace jvm
