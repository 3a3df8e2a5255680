#include "engine/modular/execution.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/interp/step.h"

namespace modular {

namespace {

// No tuple relates anything that does not exist, and none has two values where one is allowed.
bool is_well_formed(const Slot& slot, const rel::TupleSet& tuples, const rel::TupleSet& existing) {
  std::set<std::vector<rel::Atom>> keys;
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    rel::Tuple tuple = tuples.tuple(i);
    for (rel::Atom atom : tuple) {
      if (!existing.contains({atom})) return false;
    }
    bool is_new = keys.emplace(tuple.begin(), tuple.end() - 1).second;
    if (slot.is_functional && !is_new) return false;
  }
  return true;
}

}  // namespace

interp::Bounds bounds_of_numbers(unsigned bitwidth) {
  interp::Bounds bounds;
  bounds.int_magnitude = std::int64_t{1} << (bitwidth - 1);
  bounds.uint_max = bounds.int_magnitude - 1;
  return bounds;
}

// ---------------------------------------------------------------- the execution

std::size_t Execution::Answers::pick(run::DecisionKind, std::size_t count) {
  std::size_t answer = 0;
  if (!next.empty()) {
    answer = next.back();
    next.pop_back();
  }
  return answer < count ? answer : 0;
}

Execution::Execution(const interp::Model& model, const interp::GivenInputs& inputs, Heap& heap,
                     const Witness& witness, const Formulas& formulas)
    : model_(model),
      program_(model.program()),
      inputs_(inputs),
      heap_(heap),
      witness_(witness),
      formulas_(formulas),
      instance_(heap.exprs(), heap.universe(), witness.instance),
      concrete_(model, heap) {
  // Inputs take the first atoms of their class, whichever ones they have in the instance.
  const Slots& slots = heap_.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    rel::RelationId relation = witness_.initial.relations[i];
    if (slots[SlotId(i)].kind != SlotKind::Allocated || !relation) continue;
    const rel::TupleSet& objects = witness_.instance.value(relation);
    for (std::size_t k = 0; k < objects.size(); ++k) {
      auto number = static_cast<rel::Atom>(k);
      names_[objects.tuple(k)[0]] = heap_.first_atom(SlotId(i)) + number;
    }
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[SlotId(i)].kind != SlotKind::Spec) continue;
    rel::RelationId relation = witness_.initial.relations[i];
    rel::TupleSet none(heap_.universe(), slots[SlotId(i)].arity);
    spec_values_.emplace(i,
                         relation ? renamed(witness_.instance.value(relation)) : std::move(none));
  }
}

rel::TupleSet Execution::renamed(const rel::TupleSet& tuples) const {
  rel::TupleSet result(heap_.universe(), tuples.arity());
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    rel::Tuple tuple = tuples.tuple(i);
    for (rel::Atom& atom : tuple) {
      auto found = names_.find(atom);
      if (found != names_.end()) atom = found->second;
    }
    result.add(tuple);
  }
  return result;
}

bool Execution::fail(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
  return false;
}

std::optional<SlotValues> Execution::slots() {
  auto values = concrete_.slots(state());
  if (!values) {
    fail(concrete_.problem());
    return std::nullopt;
  }
  for (const auto& [slot, value] : spec_values_) (*values)[slot.index()] = value;
  return values;
}

tl::expected<verdict::Result, std::string> Execution::run(run::Run& run) {
  interp::ExecuteOptions options{.inputs = inputs_, .trace = true, .last = &last_};
  options.on_state = [this](const interp::State& state, const interp::Effects* step) {
    state_ = &state;
    return see(step) ? std::nullopt : std::optional(problem_);
  };
  verdict::Result result = interp::execute(run, model_, answers_, std::move(options));
  state_ = &last_;
  if (!problem_.empty()) return tl::make_unexpected(problem_);
  if (outcome() == interp::Outcome::Running) return tl::make_unexpected(result.reason);
  auto last = slots();
  if (!last) return tl::make_unexpected(problem_);
  after_ = std::move(*last);
  return result;
}

// False: the execution cannot go on.
bool Execution::see(const interp::Effects* step) {
  if (!step) {
    auto initial = slots();
    if (!initial) return false;
    before_ = std::move(*initial);
  }
  bool is_back = step && open_ && state().threads[0].frames.size() < open_->depth;
  if (is_back && !finish(step->returned ? step->returned : state().result)) return false;
  bool is_over = outcome() != interp::Outcome::Running;
  return is_over || !at_start() || start();
}

// ---------------------------------------------------------------- calls without code

// Whether a procedure that is given by specification only starts with the next step, and is not
// still about to check what it requires.
bool Execution::at_start() const {
  const interp::Thread& thread = state().threads[0];
  if (open_ || thread.frames.empty()) return false;
  const interp::Frame& frame = thread.frames.back();
  const ir::Procedure& proc = program_.proc(frame.proc);
  if (!proc.spec) return false;
  for (const ir::Transition& t : proc.transitions) {
    if (t.source != frame.at) continue;
    return std::none_of(t.actions.begin(), t.actions.end(), [](const ir::Action& action) {
      const auto* check = std::get_if<ir::CheckContract>(&action);
      return check && ir::is_precondition(check->kind);
    });
  }
  return false;
}

bool Execution::start() {
  const std::vector<SpecOnlyCall>& calls = witness_.spec_only_calls;
  while (next_call_ < calls.size() &&
         instance_.holds(calls[next_call_].guard) != rel::Truth::True) {
    ++next_call_;
  }
  const interp::Frame& frame = state().threads[0].frames.back();
  const ir::Procedure& proc = program_.proc(frame.proc);
  if (next_call_ == calls.size() || calls[next_call_].callee != frame.proc) {
    return fail(fmt::format("a call of {} that was not foreseen", proc.name));
  }
  Open open{.call = &calls[next_call_++], .depth = state().threads[0].frames.size()};
  auto values = slots();
  if (!values) return false;
  open.before = std::move(*values);
  for (ir::LocalId param : proc.params) {
    auto value = concrete_.value(state(), frame.locals[param.index()]);
    if (!value) return fail(concrete_.problem());
    open.args.push_back(*value);
  }
  answer(*open.call, proc);
  open_ = std::move(open);
  return problem_.empty();
}

// The choices of the body that lowering made, see oox::MethodLowerer::lower_given.
void Execution::answer(const SpecOnlyCall& call, const ir::Procedure& proc) {
  answers_.next.clear();
  if (!call.result) return;
  auto wanted = instance_.value(call.result);
  if (!wanted) {
    fail("a result is beyond the bitwidth");
    return;
  }
  bool is_made = instance_.holds(call.is_made) == rel::Truth::True;
  const ir::Type& type = program_.type(proc.result);
  if (!is_made) answers_.next.push_back(number_of(proc.result, renamed(*wanted)));
  bool may_make = type.kind == ir::TypeKind::Ref && !program_.cls(type.cls).is_abstract;
  if (may_make) answers_.next.push_back(is_made ? 1 : 0);
}

// Which alternative of `havoc` has this value, see interp::draw_existing.
std::size_t Execution::number_of(ir::TypeId type, const rel::TupleSet& wanted) {
  ir::TypeKind kind = program_.type(type).kind;
  if (wanted.empty()) return 0;  // null
  rel::Atom atom = wanted.tuple(0)[0];
  if (kind == ir::TypeKind::Bool) return atom == heap_.bool_atom(true) ? 1 : 0;
  if (is_number(kind)) {
    std::int64_t value = heap_.universe().int_value(atom);
    if (kind == ir::TypeKind::Uint) return static_cast<std::size_t>(value);
    return static_cast<std::size_t>(value > 0 ? 2 * value - 1 : -2 * value);
  }
  std::size_t number = 0;
  for (std::size_t i = 0; i < state().heap.size(); ++i) {
    if (!interp::is_instance(program_, state().heap[i], type)) continue;
    ++number;
    if (concrete_.value(state(), interp::ObjectId(i)) == wanted) return number;
  }
  fail("a result that does not exist");
  return 0;
}

bool Execution::finish(const std::optional<interp::Value>& result) {
  Open open = std::move(*open_);
  open_.reset();
  const std::string& name = program_.proc(open.call->callee).name;
  if (!answers_.next.empty()) {
    // With nothing but null to choose from, nothing is asked.
    bool is_null = answers_.next.size() == 1 && answers_.next[0] == 0;
    if (!is_null) return fail(fmt::format("{} does not return what it should", name));
    answers_.next.clear();
  }
  auto values = slots();
  if (!values || !take_specification_fields(*open.call, *values)) return false;
  for (const auto& [slot, value] : spec_values_) (*values)[slot.index()] = value;
  std::optional<rel::TupleSet> returned;
  if (open.call->result) {
    returned = result ? concrete_.value(state(), *result) : std::nullopt;
    if (!returned) return fail(fmt::format("{} has no result", name));
  }
  const Property& specification = formulas_.specifications.at(open.call->callee);
  if (evaluate(specification, open.before, *values, open.args, returned) == rel::Truth::True) {
    return true;
  }
  return fail(fmt::format("the specification of {} does not hold", name));
}

bool Execution::take_specification_fields(const SpecOnlyCall& call, const SlotValues& existing) {
  const Slots& slots = heap_.slots();
  const rel::Universe& universe = heap_.universe();
  auto size = static_cast<rel::Atom>(universe.size());
  rel::TupleSet all = rel::TupleSet::range(universe, heap_.bool_atom(false), size);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[SlotId(i)].kind == SlotKind::Allocated) all = all | *existing[i];
  }
  for (const auto& [slot, after] : call.after) {
    auto value = instance_.value(after);
    if (!value || !is_well_formed(slots[slot], renamed(*value), all)) {
      return fail(fmt::format("`{}` has a value that it cannot have", slots[slot].name));
    }
    spec_values_[slot] = renamed(*value);
  }
  return true;
}

rel::Truth Execution::evaluate(const Property& property, const SlotValues& before,
                               const SlotValues& after, const std::vector<rel::TupleSet>& args,
                               const std::optional<rel::TupleSet>& result) {
  rel::Instance instance;
  for (const auto& [slot, relation] : property.before) {
    if (!before[slot.index()]) return rel::Truth::Unknown;
    instance.set(relation, *before[slot.index()]);
  }
  for (const auto& [slot, relation] : property.after) {
    if (!after[slot.index()]) return rel::Truth::Unknown;
    instance.set(relation, *after[slot.index()]);
  }
  for (std::size_t i = 0; i < property.params.size(); ++i) {
    instance.set(property.params[i], args[i]);
  }
  if (property.result) {
    if (!result) return rel::Truth::Unknown;
    instance.set(property.result, *result);
  }
  for (rel::RelationId id : heap_.problem().relations()) {
    const rel::Bound& bound = heap_.problem().bound_of(id);
    if (bound.is_exact()) instance.set(id, bound.lower);
  }
  return rel::Evaluator(heap_.exprs(), heap_.universe(), instance).holds(property.formula);
}

}  // namespace modular
