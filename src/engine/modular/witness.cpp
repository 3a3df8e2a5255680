#include "engine/modular/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "engine/interp/inputs.h"
#include "engine/interp/system.h"
#include "engine/modular/execution.h"

namespace modular {

namespace {

// Reads objects, fields and parameters out of an instance.
class InputReader {
 public:
  InputReader(const ir::Program& program, const Heap& heap, const Witness& witness)
      : program_(program), heap_(heap), slots_(heap.slots()), witness_(witness) {}

  verdict::Inputs read(ir::ProcId proc) {
    number_objects();
    verdict::Inputs inputs;
    for (const auto& [atom, ref] : refs_) inputs.heap.push_back(entry(atom, ref));
    const ir::Procedure& p = program_.proc(proc);
    for (std::size_t i = 0; i < p.params.size(); ++i) {
      const ir::Local& param = p.local(p.params[i]);
      const rel::TupleSet& value = witness_.instance.value(witness_.initial.params[i]);
      inputs.inputs.emplace_back(param.name,
                                 value.empty() ? verdict::Datum() : datum(value.tuple(0)[0]));
    }
    return inputs;
  }

 private:
  const rel::TupleSet* slot(SlotId id) const {
    rel::RelationId relation = witness_.initial.relations[id.index()];
    return relation ? &witness_.instance.value(relation) : nullptr;
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
  const Witness& witness_;
  std::map<rel::Atom, std::uint32_t> refs_;
  std::map<rel::Atom, SlotId> sets_;
};

using Lines = std::vector<std::pair<std::string, std::string>>;

// A state with the specification fields, to be shown. Objects have the numbers of their atoms.
class HeapView {
 public:
  HeapView(const interp::Model& model, const Heap& heap, const interp::State& state,
           const SlotValues& slots)
      : model_(model), program_(model.program()), heap_(heap), state_(state), slots_(slots) {}

  Lines lines() const {
    Lines lines;
    for (std::size_t i = 0; i < state_.heap.size(); ++i) {
      interp::ObjectId id(i);
      std::string name = interp::name_of(program_, state_, id);
      std::size_t count = lines.size();
      if (state_.object(id).is_array()) {
        lines.emplace_back(name, interp::show_contents(model_, state_, id));
      } else {
        for (auto& [field, value] : fields(id)) lines.emplace_back(name + "." + field, value);
        for (auto& [field, value] : spec_fields(id)) lines.emplace_back(name + "." + field, value);
      }
      if (lines.size() == count) lines.emplace_back(name, "an object without fields");
    }
    return lines;
  }

  // The specification fields that hold something.
  Lines spec_lines() const {
    Lines lines;
    for (std::size_t i = 0; i < state_.heap.size(); ++i) {
      std::string name = interp::name_of(program_, state_, interp::ObjectId(i));
      for (auto& [field, value] : spec_fields(interp::ObjectId(i))) {
        if (value != "{}") lines.emplace_back(name + "." + field, value);
      }
    }
    return lines;
  }

  // The objects as boxes, references as arrows.
  std::string dot(const std::string& title, const std::string& prefix) const {
    std::string text = fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", prefix, title);
    std::string arrows;
    for (std::size_t i = 0; i < state_.heap.size(); ++i) {
      const interp::Object& object = state_.object(interp::ObjectId(i));
      std::string label = interp::name_of(program_, state_, interp::ObjectId(i));
      for (std::size_t k = 0; k < object.slots.size(); ++k) {
        std::string field = object.is_array() ? fmt::format("[{}]", k)
                                              : program_.field(model_.fields(object.cls)[k]).name;
        const interp::Value& value = object.slots[k];
        if (const auto* target = std::get_if<interp::ObjectId>(&value)) {
          arrows += fmt::format("    {0}{1} -> {0}{2} [label=\"{3}\"];\n", prefix, i,
                                target->index(), field);
        } else if (!interp::is_null(value)) {
          label += fmt::format("\\n{} = {}", field, interp::show(program_, state_, value));
        }
      }
      for (const auto& [field, value] : spec_fields(interp::ObjectId(i))) {
        label += fmt::format("\\n{} = {}", field, value);
      }
      text += fmt::format("    {}{} [label=\"{}\"];\n", prefix, i, label);
    }
    return text + arrows + "  }\n";
  }

 private:
  Lines fields(interp::ObjectId id) const {
    Lines lines;
    const interp::Object& object = state_.object(id);
    const auto& declared = model_.fields(object.cls);
    for (std::size_t k = 0; k < declared.size(); ++k) {
      const ir::Field& field = program_.field(declared[k]);
      lines.emplace_back(field.name, interp::show(program_, state_, object.slots[k], field.type));
    }
    return lines;
  }

  Lines spec_fields(interp::ObjectId id) const {
    Lines lines;
    const interp::Object& object = state_.object(id);
    if (object.is_array()) return lines;
    std::string name = interp::name_of(program_, state_, id);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const Slot& slot = heap_.slots()[SlotId(i)];
      if (slot.kind != SlotKind::Spec) continue;
      if (!program_.is_subclass(object.cls, program_.type(slot.domain).cls)) continue;
      lines.emplace_back(slot.name, contents(name, *slots_[i]));
    }
    return lines;
  }

  // `{Key#1 -> Job#2}`: what the relation has for one object.
  std::string contents(const std::string& object, const rel::TupleSet& tuples) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      rel::Tuple tuple = tuples.tuple(i);
      if (heap_.universe().name(tuple[0]) != object) continue;
      std::string part = heap_.universe().name(tuple[1]);
      if (tuple.size() > 2) part += " -> " + heap_.universe().name(tuple[2]);
      parts.push_back(std::move(part));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  const interp::Model& model_;
  const ir::Program& program_;
  const Heap& heap_;
  const interp::State& state_;
  const SlotValues& slots_;
};

// What specification fields hold before, and what is new after.
Lines changes(const HeapView& before, const HeapView& after) {
  Lines values = before.spec_lines();
  Lines old = before.lines();
  for (const auto& line : after.lines()) {
    bool is_new = std::find(old.begin(), old.end(), line) == old.end();
    if (is_new) values.emplace_back(line.first + "'", line.second);
  }
  return values;
}

// Whether the execution has ended in a way that violates the property; if not, why.
std::optional<std::string> why_not_violated(Execution& execution, const Property& property,
                                            const interp::GivenInputs& inputs, const Heap& heap) {
  const interp::State& after = execution.state();
  if (execution.outcome() != interp::Outcome::Finished || !after.reason.empty()) {
    return fmt::format("the procedure does not return: {}", after.reason);
  }
  std::vector<rel::TupleSet> args;
  for (const interp::Value& arg : inputs.args) {
    auto value = execution.concrete().value(inputs.heap, arg);
    if (!value) return execution.concrete().problem();
    args.push_back(*value);
  }
  if (property.is_invariant) args = {rel::TupleSet(heap.universe(), 1)};
  auto result = after.result ? execution.concrete().value(after, *after.result) : std::nullopt;
  rel::Truth truth =
      execution.evaluate(property, execution.before(), execution.after(), args, result);
  if (truth == rel::Truth::False) return std::nullopt;
  if (truth == rel::Truth::Unknown) return "a number is beyond the bitwidth";
  return "the property holds of the states before and after";
}

// The invariants hold before.
std::optional<std::string> why_not_allowed(Execution& execution, const Task& goal,
                                           const interp::GivenInputs& inputs) {
  rel::TupleSet unfinished(goal.heap.universe(), 1);
  if (is_constructor(goal.program, goal.proc)) {
    auto self = execution.concrete().value(inputs.heap, inputs.args[0]);
    if (!self) return execution.concrete().problem();
    unfinished = *self;
  }
  for (const Property& invariant : goal.formulas.invariants) {
    rel::Truth truth = execution.evaluate(invariant, execution.before(), execution.before(),
                                          {unfinished}, std::nullopt);
    if (truth != rel::Truth::True) {
      return fmt::format("the invariant `{}` does not hold before", invariant.name);
    }
  }
  return std::nullopt;
}

}  // namespace

verdict::Inputs inputs_of(const ir::Program& program, const Heap& heap, const Witness& witness) {
  return InputReader(program, heap, witness).read(program.entry);
}

void keep_reachable(verdict::Inputs& inputs) {
  std::map<std::uint32_t, const verdict::HeapEntry*> objects;
  for (const verdict::HeapEntry& entry : inputs.heap) objects.emplace(entry.ref, &entry);
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> work;
  auto visit = [&](const verdict::Datum& datum) {
    const auto* ref = std::get_if<verdict::HeapRef>(&datum);
    if (ref && seen.insert(ref->number).second) work.push_back(ref->number);
  };
  for (const auto& [name, datum] : inputs.inputs) visit(datum);
  while (!work.empty()) {
    const verdict::HeapEntry& entry = *objects.at(work.back());
    work.pop_back();
    for (const verdict::Datum& element : entry.elements) visit(element);
    for (const auto& [name, datum] : entry.fields) visit(datum);
  }
  std::erase_if(inputs.heap, [&](const auto& entry) { return !seen.contains(entry.ref); });
}

tl::expected<Confirmed, std::string> confirm(const Task& goal, const Witness& witness,
                                             const verdict::Violation& claimed,
                                             const verdict::Inputs& inputs) {
  Heap& heap = goal.heap;
  interp::Options options{.bounds = bounds_of_numbers(heap.universe().bitwidth())};
  interp::Model model(goal.program, options);
  auto read = interp::given_inputs(model, inputs);
  if (!read) return tl::make_unexpected("the inputs do not fit: " + read.error());
  const interp::GivenInputs& given = *read;
  Execution execution(model, given, heap, witness, goal.formulas);
  auto traced = execution.run(goal.run);
  if (!traced) return tl::make_unexpected(traced.error());
  auto problem = why_not_allowed(execution, goal, given);
  if (!problem && goal.property) {
    problem = why_not_violated(execution, *goal.property, given, heap);
  }
  if (problem) return tl::make_unexpected(*problem);
  if (!goal.property) {
    bool is_same = traced->violation && traced->violation->kind == claimed.kind &&
                   traced->violation->span == claimed.span;
    if (!is_same) return tl::make_unexpected("the execution does not end in the violation");
  }
  HeapView before(model, heap, given.heap, execution.before());
  HeapView after(model, heap, execution.state(), execution.after());
  Confirmed confirmed;
  confirmed.before = before.lines();
  confirmed.after = after.lines();
  confirmed.values = changes(before, after);
  confirmed.dot = "digraph heaps {\n  node [shape=box];\n" + before.dot("before", "b") +
                  after.dot("after", "a") + "}\n";
  confirmed.execution = std::move(*traced->counterexample);
  if (!witness.spec_only_calls.empty()) {
    // Objects that only specification fields refer to are there, too.
    confirmed.execution.inputs = inputs.inputs;
    confirmed.execution.heap = inputs.heap;
  }
  return confirmed;
}

}  // namespace modular
