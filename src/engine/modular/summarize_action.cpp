// What each statement does to the bounds.
#include <fmt/format.h>

#include "base/check.h"
#include "engine/modular/summarize_proc.h"

namespace modular {

Bounds ProcedureSummarizer::eval(ir::ExprId id, const Environment& env) {
  const ir::Expr e = program_.expr(id);
  switch (e.kind) {
    case ir::ExprKind::Local: return env.locals[e.local.index()];
    case ir::ExprKind::Constant: {
      const ir::Constant& constant = program_.constant(e.constant);
      ValueId value;
      if (std::holds_alternative<ir::NullValue>(constant)) value = values_.null(e.type);
      if (const auto* truth = std::get_if<bool>(&constant)) value = values_.truth(*truth, e.type);
      if (const auto* number = std::get_if<base::Integer>(&constant)) {
        if (auto small = number->to_int64()) value = values_.number(*small, e.type);
      }
      return value ? Bounds{value, value} : shared_.unknown(e.type);
    }
    case ir::ExprKind::Cast: return eval(e.a, env);
    case ir::ExprKind::Ite: {
      Bounds a = eval(e.b, env);
      Bounds b = eval(e.c, env);
      return {values_.intersection(a.lower, b.lower), values_.make_union(a.upper, b.upper)};
    }
    default: return shared_.unknown(e.type);
  }
}

void ProcedureSummarizer::assign(ir::LocalId target, const Bounds& value, Environment& env) {
  env.locals[target.index()] = value;
  env.paths[target.index()] = {};
  for (AccessPath& path : env.paths) {
    if (path.base == target) path = {};
  }
}

void ProcedureSummarizer::forget_paths(Environment& env, SlotId slot) const {
  for (AccessPath& path : env.paths) {
    for (ir::FieldId field : path.fields) {
      if (slots_.field(field) != slot) continue;
      path = {};
      break;
    }
  }
}

void ProcedureSummarizer::perform(const ir::Action& action, Environment& env) {
  ir::visit(ir::Match{
                [&](const ir::Assign& a) { assign_value(a, env); },
                [&](const ir::LoadField& a) { load_field(a, env); },
                [&](const ir::StoreField& a) {
                  store(slots_.field(a.field), eval(a.object, env), eval(a.value, env), env);
                },
                [&](const ir::LoadElement& a) { load_element(a, env); },
                [&](const ir::StoreElement& a) { store_element(a, env); },
                [&](const ir::LoadGlobal& a) {
                  assign(a.target, env.slots[slots_.global(a.global).index()], env);
                },
                [&](const ir::StoreGlobal& a) {
                  env.slots[slots_.global(a.global).index()] = eval(a.value, env);
                },
                [&](const ir::New& a) { allocate(a.target, a.cls, {}, env); },
                [&](const ir::NewArray& a) { allocate(a.target, {}, a.type, env); },
                [&](const ir::Return& a) {
                  if (a.value) env.result = eval(a.value, env);
                },
                [&](const ir::Catch& a) {
                  if (!a.target) return;
                  assign(a.target, shared_.unknown(proc_.local(a.target).type), env);
                },
                // These have no effect on the heap; calls are not performed here.
                []<ir::OneOf<ir::Call, ir::Assert, ir::Assume, ir::CheckContract, ir::Limit,
                             ir::Throw, ir::Enter, ir::Exit, ir::Print, std::monostate>
                       Other>(const Other&) {},
                // And these are reported as unsupported before anything is summarised.
                []<ir::OneOf<ir::Fork, ir::Join, ir::JoinThread, ir::Self, ir::Acquire, ir::Release,
                             ir::Wait, ir::Unwait, ir::Notify, ir::NotifyAll, ir::TestLock,
                             ir::TestThread, ir::Havoc, ir::Choose, ir::ChooseInstance,
                             ir::ChooseReachable>
                       Other>(const Other&) {},
            },
            action);
}

void ProcedureSummarizer::assign_value(const ir::Assign& action, Environment& env) {
  auto source = local_of(action.value);
  AccessPath path = source ? env.paths[source->index()] : AccessPath{};
  Bounds value = eval(action.value, env);
  if (action.target == proc_.retval) env.result = value;
  if (path.base == action.target) path = {};
  assign(action.target, value, env);
  env.paths[action.target.index()] = path;
}

void ProcedureSummarizer::load_element(const ir::LoadElement& action, Environment& env) {
  ir::TypeId array = program_.expr(action.array).type;
  ir::TypeId type = proc_.local(action.target).type;
  ValueId elements = env.slots[slots_.elements(array).index()].upper;
  Bounds value = shared_.unknown(type);
  ValueId all = values_.join(eval(action.array, env).upper, elements);
  ir::TypeId integer = slots_[slots_.length(array)].range;
  value.upper = values_.join(values_.type(integer), all);
  // An element may be null, which the relation does not show as a tuple.
  if (ir::is_reference(program_.type(type).kind)) {
    value.upper = values_.make_union(value.upper, values_.null(type));
  }
  assign(action.target, value, env);
}

void ProcedureSummarizer::store_element(const ir::StoreElement& action, Environment& env) {
  ir::TypeId array = program_.expr(action.array).type;
  SlotId slot = slots_.elements(array);
  ValueId at = eval(action.array, env).upper;
  ValueId indices = values_.type(slots_[slots_.length(array)].range);
  Bounds& bounds = env.slots[slot.index()];
  ValueId any = values_.product(indices, values_.type(slots_[slot].range));
  ValueId written = values_.product(indices, eval(action.value, env).upper);
  bounds.lower = values_.difference(bounds.lower, values_.product(at, any));
  bounds.upper = values_.make_union(bounds.upper, values_.product(at, written));
}

void ProcedureSummarizer::load_field(const ir::LoadField& action, Environment& env) {
  Bounds object = eval(action.object, env);
  const Bounds& field = env.slots[slots_.field(action.field).index()];
  Bounds value{values_.join(object.lower, field.lower), values_.join(object.upper, field.upper)};
  auto base = local_of(action.object);
  AccessPath path;
  if (base) path = env.paths[base->index()];
  if (base && !path.base) path.base = *base;
  path.fields.push_back(action.field);
  bool is_kept = path.base && path.base != action.target;
  assign(action.target, value, env);
  if (is_kept) env.paths[action.target.index()] = path;
}

// Strong if it is known which object gets which value; else the old values may all still be
// there, and those of the objects in question may not.
void ProcedureSummarizer::store(SlotId slot, const Bounds& at, const Bounds& value,
                                Environment& env) {
  Bounds& bounds = env.slots[slot.index()];
  ValueId any = values_.type(slots_[slot].range);
  if (at.is_exact() && value.is_exact()) {
    bounds = {values_.override_with(bounds.lower, at.lower, value.lower),
              values_.override_with(bounds.upper, at.upper, value.upper)};
  } else {
    bounds.lower = values_.difference(bounds.lower, values_.product(at.upper, any));
    bounds.upper = values_.make_union(bounds.upper, values_.product(at.upper, value.upper));
  }
  forget_paths(env, slot);
}

void ProcedureSummarizer::allocate(ir::LocalId target, ir::ClassId cls, ir::TypeId array,
                                   Environment& env) {
  SlotId set = cls ? slots_.allocated(cls) : slots_.allocated(array);
  Bounds& objects = env.slots[set.index()];
  ir::TypeId type = proc_.local(target).type;
  ValueId many = shared_.object_set(cls, array, slots_[set].range);
  std::uint32_t named = 0;
  for (SymbolId symbol : values_.symbols_in(std::span(&objects.upper, 1))) {
    const auto* made = shared_.new_symbol(symbol);
    if (made && !made->is_set) ++named;
  }
  bool is_set = values_.is_within(many, objects.upper) || named >= shared_.options_.max_objects;
  Bounds object;
  if (is_set) {
    object = {values_.none(1, type), many};
    objects.upper = values_.make_union(objects.upper, many);
  } else {
    ValueId one = shared_.named_object(cls, array, slots_[set].range, named + 1);
    object = {one, one};
    objects = {values_.make_union(objects.lower, one), values_.make_union(objects.upper, one)};
  }
  assign(target, object, env);
  if (array) {
    for (SlotId slot : {slots_.elements(array), slots_.length(array)}) {
      ValueId any = values_.type(slots_[slot].range);
      if (slots_[slot].arity == 3)
        any = values_.product(values_.type(slots_[slots_.length(array)].range), any);
      env.slots[slot.index()].upper =
          values_.make_union(env.slots[slot.index()].upper, values_.product(object.upper, any));
    }
    return;
  }
  for (ir::FieldId field : program_.all_fields(cls)) {
    ir::TypeId range = program_.field(field).type;
    ir::Constant constant = program_.default_value(range);
    Bounds value = shared_.unknown(range);
    ValueId known;
    if (std::holds_alternative<ir::NullValue>(constant)) known = values_.null(range);
    if (const auto* truth = std::get_if<bool>(&constant)) known = values_.truth(*truth, range);
    if (std::holds_alternative<base::Integer>(constant)) known = values_.number(0, range);
    if (known) value = {known, known};
    store(slots_.field(field), object, value, env);
  }
}

// ---------------------------------------------------------------- calls

void ProcedureSummarizer::call(const ir::Transition& t, const ir::Call& action,
                               const Environment& env) {
  std::vector<Bounds> args;
  for (ir::ExprId arg : action.args) args.push_back(eval(arg, env));
  for (ir::ProcId callee : slots_.hierarchy().targets(action.callee)) {
    const Effects& effects = shared_.effects_.of(callee);
    auto finish = [&](Environment after, ir::LocId target, bool is_normal) {
      for (std::size_t i = 0; i < slots_.size(); ++i) {
        if (effects.writes[i]) forget_paths(after, SlotId(i));
      }
      Bounds result = after.result;
      after.result = env.result;
      if (is_normal && action.target) assign(action.target, result, after);
      arrive(target, after);
    };
    if (shared_.running_.count(callee) > 0) {
      Environment after = env;
      havoc(callee, after);
      finish(after, t.target, true);
      if (effects.may_raise && t.except) finish(after, t.except, false);
      continue;
    }
    Context context;
    for (const Bounds& arg : args) context.params.push_back(arg.is_exact());
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      bool is_touched = effects.reads[i] || effects.writes[i];
      context.slots.push_back(!is_touched || env.slots[i].is_exact());
    }
    const auto& found = shared_.template_for(callee, context);
    if (found.summary.normal) {
      finish(instantiate(*found.summary.normal, found, callee, args, env), t.target, true);
    }
    if (found.summary.raised && t.except) {
      finish(instantiate(*found.summary.raised, found, callee, args, env), t.except, false);
    }
  }
}

// The state after the call, with the caller's values in place of the symbols of the template
// and with names of its own for allocated objects.
Environment ProcedureSummarizer::instantiate(const Outcome& outcome,
                                             const Summarizer::Template& from, ir::ProcId callee,
                                             std::span<const Bounds> args, const Environment& env) {
  Summarizer::Substitution by;
  auto map = [&](const Bounds& symbol, const Bounds& actual) {
    for (auto [name, value] :
         {std::pair(symbol.lower, actual.lower), std::pair(symbol.upper, actual.upper)}) {
      // The set of allocated objects of an unknown state is a union with a symbolic set.
      for (SymbolId id : values_.symbols_in(std::span(&name, 1))) {
        if (!shared_.new_symbol(id)) by.emplace(id, value);
      }
    }
  };
  const ir::Procedure& proc = program_.proc(callee);
  for (std::size_t i = 0; i < args.size(); ++i) {
    map(from.entry.locals[proc.params[i].index()], args[i]);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) map(from.entry.slots[i], env.slots[i]);

  std::vector<ValueId> mentioned;
  for (const Bounds& bounds : outcome.slots) mentioned.push_back(bounds.upper);
  if (outcome.result.upper) mentioned.push_back(outcome.result.upper);
  bool too_many = false;
  for (SymbolId symbol : values_.symbols_in(mentioned)) {
    const auto* made = shared_.new_symbol(symbol);
    if (!made || made->is_set) continue;
    SlotId set = made->cls ? slots_.allocated(made->cls) : slots_.allocated(made->array);
    std::uint32_t named = 0;
    for (SymbolId other : values_.symbols_in(std::span(&env.slots[set.index()].upper, 1))) {
      const auto* mine = shared_.new_symbol(other);
      if (mine && !mine->is_set) ++named;
      if (mine && mine->is_set) too_many = true;
    }
    std::uint32_t number = named + made->number;
    if (number > shared_.options_.max_objects) too_many = true;
    ir::TypeId type = slots_[set].range;
    by.emplace(symbol, shared_.named_object(made->cls, made->array, type, number));
  }
  Environment after = env;
  if (too_many) {
    havoc(callee, after);
    return after;
  }
  const Effects& effects = shared_.effects_.of(callee);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!effects.writes[i]) continue;
    after.slots[i] = {values_.substitute(outcome.slots[i].lower, by),
                      values_.substitute(outcome.slots[i].upper, by)};
  }
  after.result = {};
  if (outcome.result.upper) {
    after.result = {values_.substitute(outcome.result.lower, by),
                    values_.substitute(outcome.result.upper, by)};
  }
  return after;
}

// All that is known of a recursive call: what it does not write stays as it is.
void ProcedureSummarizer::havoc(ir::ProcId callee, Environment& env) {
  const Effects& effects = shared_.effects_.of(callee);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (effects.writes[i]) env.slots[i] = shared_.unknown(SlotId(i), env.slots[i]);
  }
  ir::TypeId result = program_.proc(callee).result;
  env.result = {};
  if (program_.type(result).kind != ir::TypeKind::Void) env.result = shared_.unknown(result);
}

}  // namespace modular
