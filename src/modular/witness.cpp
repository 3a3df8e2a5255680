#include "modular/witness.h"

#include <fmt/format.h>

#include "base/check.h"
#include "interp/execute.h"
#include "interp/inputs.h"
#include "interp/system.h"
#include "modular/concrete.h"
#include "rel/eval.h"
#include "verdict/json.h"

namespace modular {

namespace {

// Reads objects, fields and parameters out of an instance.
class InputReader {
 public:
  InputReader(const ir::Program& program, const Heap& heap, const Refinement& refinement)
      : program_(program), heap_(heap), slots_(heap.slots()), refinement_(refinement) {}

  verdict::Counterexample read(ir::ProcId proc) {
    number_objects();
    verdict::Counterexample inputs;
    for (const auto& [atom, ref] : refs_) inputs.heap.push_back(entry(atom, ref));
    const ir::Procedure& p = program_.proc(proc);
    for (std::size_t i = 0; i < p.params.size(); ++i) {
      const ir::Local& param = p.local(p.params[i]);
      const rel::TupleSet& value = refinement_.instance().value(refinement_.arguments()[i]);
      inputs.inputs.emplace_back(param.name,
                                 value.empty() ? verdict::Datum() : datum(value.tuple(0)[0]));
    }
    return inputs;
  }

 private:
  const rel::TupleSet* slot(SlotId id) const {
    rel::RelationId relation = refinement_.state_before()[id.index()];
    return relation ? &refinement_.instance().value(relation) : nullptr;
  }

  void number_objects() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const rel::TupleSet* objects = slot(SlotId(i));
      if (slots_[SlotId(i)].kind != SlotKind::Allocated || !objects) continue;
      for (std::size_t k = 0; k < objects->size(); ++k) {
        auto ref = static_cast<std::uint32_t>(refs_.size() + 1);
        refs_.emplace(objects->tuple(k)[0], ref);
        sets_.emplace(objects->tuple(k)[0], SlotId(i));
      }
    }
  }

  verdict::Datum datum(rel::Atom atom) const {
    if (heap_.universe().is_int(atom)) return base::Integer(heap_.universe().int_value(atom));
    if (atom == heap_.bool_atom(true)) return true;
    if (atom == heap_.bool_atom(false)) return false;
    return verdict::HeapRef{refs_.at(atom)};
  }

  verdict::HeapEntry entry(rel::Atom atom, std::uint32_t ref) const {
    const Slot& set = slots_[sets_.at(atom)];
    verdict::HeapEntry entry{.ref = ref, .type = set.name, .name = heap_.universe().name(atom)};
    entry.is_array = program_.type(set.range).kind == ir::TypeKind::Array;
    if (entry.is_array) return array_entry(atom, set, std::move(entry));
    for (ir::FieldId field : program_.all_fields(program_.find_class(set.name))) {
      const rel::TupleSet* values = slot(slots_.field(field));
      if (!values) continue;
      verdict::Datum value;
      for (std::size_t k = 0; k < values->size(); ++k) {
        if (values->tuple(k)[0] == atom) value = datum(values->tuple(k)[1]);
      }
      entry.fields.emplace_back(program_.field(field).name, value);
    }
    return entry;
  }

  verdict::HeapEntry array_entry(rel::Atom atom, const Slot& set, verdict::HeapEntry entry) const {
    const rel::TupleSet* lengths = slot(slots_.length(set.range));
    const rel::TupleSet* elements = slot(slots_.elements(set.range));
    for (std::size_t k = 0; lengths && k < lengths->size(); ++k) {
      if (lengths->tuple(k)[0] != atom) continue;
      auto size = static_cast<std::size_t>(heap_.universe().int_value(lengths->tuple(k)[1]));
      ir::Constant zero = program_.default_value(program_.type(set.range).element);
      verdict::Datum initial;
      if (std::holds_alternative<bool>(zero)) initial = false;
      if (std::holds_alternative<base::Integer>(zero)) initial = base::Integer(0);
      entry.elements.assign(size, initial);
    }
    for (std::size_t k = 0; elements && k < elements->size(); ++k) {
      rel::Tuple tuple = elements->tuple(k);
      if (tuple[0] != atom) continue;
      auto index = static_cast<std::size_t>(heap_.universe().int_value(tuple[1]));
      if (index < entry.elements.size()) entry.elements[index] = datum(tuple[2]);
    }
    return entry;
  }

  const ir::Program& program_;
  const Heap& heap_;
  const Slots& slots_;
  const Refinement& refinement_;
  std::map<rel::Atom, std::uint32_t> refs_;
  std::map<rel::Atom, SlotId> sets_;
};

using Lines = std::vector<std::pair<std::string, std::string>>;

Lines lines_of(const interp::Model& model, const interp::State& state) {
  Lines lines;
  const ir::Program& program = model.program();
  for (std::size_t i = 0; i < state.heap.size(); ++i) {
    interp::ObjectId id(i);
    const interp::Object& object = state.object(id);
    std::string name = interp::name_of(program, state, id);
    if (object.is_array()) {
      lines.emplace_back(name, interp::show_contents(model, state, id));
      continue;
    }
    const auto& fields = model.fields(object.cls);
    for (std::size_t k = 0; k < fields.size(); ++k) {
      lines.emplace_back(
          name + "." + program.field(fields[k]).name,
          interp::show(program, state, object.slots[k], program.field(fields[k]).type));
    }
    if (fields.empty()) lines.emplace_back(name, "an object without fields");
  }
  return lines;
}

// The objects as boxes, references as arrows.
std::string dot_graph(const interp::Model& model, const interp::State& state,
                      const std::string& title, const std::string& prefix) {
  const ir::Program& program = model.program();
  std::string text = fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", prefix, title);
  std::string arrows;
  for (std::size_t i = 0; i < state.heap.size(); ++i) {
    const interp::Object& object = state.object(interp::ObjectId(i));
    std::string label = interp::name_of(program, state, interp::ObjectId(i));
    for (std::size_t k = 0; k < object.slots.size(); ++k) {
      std::string field = object.is_array() ? fmt::format("[{}]", k)
                                            : program.field(model.fields(object.cls)[k]).name;
      const interp::Value& value = object.slots[k];
      if (const auto* target = std::get_if<interp::ObjectId>(&value)) {
        arrows += fmt::format("    {0}{1} -> {0}{2} [label=\"{3}\"];\n", prefix, i, target->index(),
                              field);
      } else if (!interp::is_null(value)) {
        label += fmt::format("\\n{} = {}", field, interp::show(program, state, value));
      }
    }
    text += fmt::format("    {}{} [label=\"{}\"];\n", prefix, i, label);
  }
  return text + arrows + "  }\n";
}

}  // namespace

verdict::Counterexample inputs_of(const ir::Program& program, const Heap& heap,
                                  const Refinement& refinement) {
  return InputReader(program, heap, refinement).read(program.entry);
}

tl::expected<Confirmed, std::string> confirm(run::Run& run, const ir::Program& program, Heap& heap,
                                             const Property& property,
                                             const verdict::Counterexample& inputs) {
  interp::Model model(program);
  auto parsed = interp::parse_inputs(model, verdict::inputs_json(inputs).dump());
  if (const auto* error = std::get_if<interp::InputError>(&parsed)) {
    return tl::make_unexpected("the inputs do not fit: " + error->text);
  }
  const auto& given = std::get<interp::GivenInputs>(parsed);
  interp::System system(model, given);
  ts::ReplayChooser chooser({});
  auto state = system.initial(chooser);
  for (auto enabled = system.enabled(*state); !enabled.empty(); enabled = system.enabled(*state)) {
    if (auto stop = run.stop_reason()) return tl::make_unexpected(*stop);
    system.step(*state, enabled[0], chooser);
  }
  const interp::State& after = interp::System::of(*state);
  if (system.outcome(*state) != ts::Outcome::Finished || !after.reason.empty()) {
    return tl::make_unexpected(fmt::format("the procedure does not return: {}", after.reason));
  }
  ConcreteHeap concrete(model, heap);
  auto slots_before = concrete.slots(given.heap);
  auto slots_after = slots_before ? concrete.slots(after) : std::nullopt;
  if (!slots_after) return tl::make_unexpected(concrete.problem());
  rel::Instance instance;
  for (const auto& [slot, relation] : property.before) {
    instance.set(relation, (*slots_before)[slot.index()]);
  }
  for (const auto& [slot, relation] : property.after) {
    instance.set(relation, (*slots_after)[slot.index()]);
  }
  for (std::size_t i = 0; i < property.params.size(); ++i) {
    auto value = concrete.value(given.heap, given.args[i]);
    if (!value) return tl::make_unexpected(concrete.problem());
    instance.set(property.params[i], *value);
  }
  if (property.result) {
    auto value = after.result ? concrete.value(after, *after.result) : std::nullopt;
    if (!value) return tl::make_unexpected("the procedure has no result");
    instance.set(property.result, *value);
  }
  for (rel::RelationId id : heap.problem().relations()) {
    const rel::Bound& bound = heap.problem().bound_of(id);
    if (bound.is_exact()) instance.set(id, bound.lower);
  }
  rel::Evaluator evaluator(heap.exprs(), heap.universe(), instance);
  if (evaluator.holds(property.formula) != rel::Truth::False) {
    return tl::make_unexpected("the property holds of the states before and after");
  }
  Confirmed confirmed;
  confirmed.before = lines_of(model, given.heap);
  confirmed.after = lines_of(model, after);
  confirmed.dot = "digraph heaps {\n  node [shape=box];\n" +
                  dot_graph(model, given.heap, "before", "b") +
                  dot_graph(model, after, "after", "a") + "}\n";
  verdict::Result traced = interp::replay(run, model, {}, given);
  if (!traced.counterexample) return tl::make_unexpected("the execution has no trace");
  confirmed.execution = std::move(*traced.counterexample);
  return confirmed;
}

}  // namespace modular
