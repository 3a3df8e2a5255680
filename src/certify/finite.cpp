#include "certify/finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "certify/model.h"
#include "engine/interp/enabled.h"
#include "engine/interp/inputs.h"
#include "engine/interp/system.h"
#include "ir/pass/hierarchy.h"
#include "result/verdict/json.h"

namespace certify {

namespace {

using interp::ObjectId;

// Takes the transition and the choices of one step of the model.
class ModelChooser : public interp::Chooser {
 public:
  std::size_t branch = 0;
  const std::vector<std::uint32_t>* choices = nullptr;
  std::size_t next = 0;

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override {
    std::size_t chosen = branch;
    if (kind != run::DecisionKind::Branch) {
      chosen = choices && next < choices->size() ? (*choices)[next] : 0;
      ++next;
    }
    return chosen < count ? chosen : 0;
  }
};

// The inputs in a state of the model, as values of the source program.
class InputReader {
 public:
  InputReader(const ir::Program& source, const pass::FiniteModel& finite,
              const interp::Model& model, const interp::State& state)
      : source_(source), finite_(finite), model_(model), state_(state) {}

  verdict::Counterexample read() {
    const ir::Procedure& entry = source_.proc(source_.entry);
    const auto& locals = state_.threads.front().frames.front().locals;
    for (const pass::FiniteInput& input : finite_.inputs) {
      const ir::Local& param = entry.local(input.parameter);
      verdict::Datum value =
          input.local ? datum(locals[input.local.index()], param.type) : anything(param.type);
      // The model does not follow a receiver that nothing reads, or forgets it at once.
      bool is_this = entry.has_this && input.parameter == entry.params.front();
      if (is_this && std::holds_alternative<std::monostate>(value)) value = some_object(param.type);
      out_.inputs.emplace_back(param.name, std::move(value));
    }
    for (std::size_t next = 0; next < found_.size(); ++next) describe(found_[next]);
    return std::move(out_);
  }

 private:
  struct Found {
    ObjectId id;
    ir::TypeId seen;  // of the source
  };

  verdict::Datum datum(const interp::Value& value, ir::TypeId type) {
    ir::TypeKind kind = source_.type(type).kind;
    if (const bool* b = std::get_if<bool>(&value)) {
      // The elements of an array that the model does not follow.
      return kind == ir::TypeKind::Bool ? verdict::Datum(*b) : anything(type);
    }
    if (const auto* number = std::get_if<base::Integer>(&value)) {
      if (kind == ir::TypeKind::Char) {
        return static_cast<char32_t>(number->to_int64().value_or(0));
      }
      if (kind == ir::TypeKind::Enum) return member(source_.type(type).enumeration, *number);
      return *number;
    }
    if (const auto* id = std::get_if<ObjectId>(&value))
      return verdict::HeapRef{number_of(*id, type)};
    return std::monostate{};
  }

  verdict::Datum member(ir::EnumId id, const base::Integer& number) const {
    for (const ir::Enum::Member& m : source_.enums[id.index()].members) {
      if (number == base::Integer(m.value)) return m.name;
    }
    return number;
  }

  // A value of an input that does not matter.
  verdict::Datum anything(ir::TypeId type) const {
    switch (source_.type(type).kind) {
      case ir::TypeKind::Bool: return false;
      case ir::TypeKind::Int:
      case ir::TypeKind::Uint:
      case ir::TypeKind::Range: return std::get<base::Integer>(source_.default_value(type));
      case ir::TypeKind::Enum:
        return member(source_.type(type).enumeration,
                      std::get<base::Integer>(source_.default_value(type)));
      case ir::TypeKind::Float: return 0.0;
      case ir::TypeKind::Char: return char32_t{0};
      default: return std::monostate{};
    }
  }

  // A receiver that does not matter, but is an object.
  verdict::Datum some_object(ir::TypeId type) {
    pass::Hierarchy hierarchy(source_);
    auto classes = hierarchy.instances(source_.type(type).cls);
    if (classes.empty()) return std::monostate{};
    verdict::HeapEntry entry;
    entry.ref = ++last_;
    entry.type = source_.cls(classes.front()).name;
    auto last = state_.numbers.find({classes.front(), ir::TypeId()});
    entry.name =
        fmt::format("{}#{}", entry.type, last == state_.numbers.end() ? 1 : last->second + 1);
    out_.heap.push_back(entry);
    return verdict::HeapRef{entry.ref};
  }

  std::uint32_t number_of(ObjectId id, ir::TypeId seen) {
    auto [at, is_new] = numbers_.try_emplace(id, last_ + 1);
    if (is_new) {
      ++last_;
      found_.push_back({id, seen});
    }
    return at->second;
  }

  // The type that an array of the model has in the source.
  ir::TypeId array_type(const interp::Object& object, ir::TypeId seen) const {
    ir::TypeId any = seen;
    bool is_any_known = false;
    for (const auto& [source, model] : finite_.input_arrays) {
      if (model != object.array) continue;
      if (source == seen) return seen;
      if (!is_any_known && source_.is_assignable(source, seen)) any = source, is_any_known = true;
    }
    return any;
  }

  void describe(Found found) {
    const interp::Object& object = state_.object(found.id);
    verdict::HeapEntry entry;
    entry.ref = numbers_.at(found.id);
    entry.is_array = object.is_array();
    if (object.is_array()) {
      ir::TypeId type = array_type(object, found.seen);
      entry.type = source_.type_name(type);
      ir::TypeId element = source_.type(type).element;
      for (const interp::Value& slot : object.slots) entry.elements.push_back(datum(slot, element));
    } else {
      entry.type = source_.cls(object.cls).name;
      const auto& fields = model_.fields(object.cls);
      for (std::size_t i = 0; i < fields.size(); ++i) {
        const ir::Field& field = finite_.program.field(fields[i]);
        ir::TypeId type = field_type(object.cls, field.name);
        if (type) entry.fields.emplace_back(field.name, datum(object.slots[i], type));
      }
    }
    entry.name = fmt::format("{}#{}", entry.type, object.number);
    out_.heap.push_back(std::move(entry));
  }

  // Invalid for what the model has added.
  ir::TypeId field_type(ir::ClassId cls, const std::string& name) const {
    for (ir::FieldId id : source_.all_fields(cls)) {
      if (source_.field(id).name == name) return source_.field(id).type;
    }
    return {};
  }

  const ir::Program& source_;
  const pass::FiniteModel& finite_;
  const interp::Model& model_;
  const interp::State& state_;
  verdict::Counterexample out_;
  std::uint32_t last_ = 0;
  std::map<ObjectId, std::uint32_t> numbers_;
  std::vector<Found> found_;
};

interp::Options model_options(const interp::Options& source) {
  interp::Options result = source;
  result.semantics.races = false;
  result.bounds.range_values = INT32_MAX;  // arbitrary values are not cut
  return result;
}

// What the source program chooses where the model chose from a range.
std::uint32_t drawn_index(const ir::Type& type, const base::Integer& value) {
  std::int64_t number = value.to_int64().value_or(0);
  if (type.kind == ir::TypeKind::Uint) return static_cast<std::uint32_t>(number);
  return static_cast<std::uint32_t>(number > 0 ? 2 * number - 1 : -2 * number);
}

// The step in the source program; `after` is the state of the model behind it.
verdict::ModelStep source_step(const ir::Program& source, const pass::FiniteModel& finite,
                               const verdict::ModelStep& step, const interp::State& after) {
  const pass::FiniteOrigin& origin = finite.origins[step.proc.index()][step.transition.index()];
  verdict::ModelStep result = step;
  result.proc = origin.proc;
  result.transition = origin.transition;
  const ir::Procedure& proc = source.proc(origin.proc);
  const ir::Transition& from = proc.transitions[origin.transition.index()];
  if (from.actions.size() != 1 || after.threads[step.thread].has_ended()) return result;
  const auto* any = std::get_if<ir::Havoc>(&from.actions.front());
  if (!any) return result;
  const ir::Type& type = source.type(proc.local(any->target).type);
  const ir::Transition& made = finite.program.proc(step.proc).transitions[step.transition.index()];
  if (made.actions.empty()) return result;  // it does not matter: the first value
  if (type.kind == ir::TypeKind::Int || type.kind == ir::TypeKind::Uint) {
    ir::LocalId target = ir::written_local(made.actions.front());
    const auto& locals = after.threads[step.thread].frames.front().locals;
    result.choices = {drawn_index(type, std::get<base::Integer>(locals[target.index()]))};
  }
  return result;
}

}  // namespace

tl::expected<SourceExecution, std::string> source_execution(const interp::Model& source,
                                                            const pass::FiniteModel& finite,
                                                            const verdict::ModelTrace& steps) {
  interp::Model model(finite.program, model_options(source.options()));
  interp::System system(model);
  ModelChooser chooser;
  interp::State state = system.initial(chooser);
  SourceExecution result;
  bool has_inputs = false;
  auto read_inputs = [&] {
    has_inputs = true;
    result.inputs = InputReader(source.program(), finite, model, state).read();
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const verdict::ModelStep& step = steps[i];
    bool known = step.proc && step.proc.index() < finite.origins.size() &&
                 step.transition.index() < finite.origins[step.proc.index()].size();
    if (!known || step.thread >= state.threads.size()) {
      return tl::unexpected(fmt::format("step {} is none of the model", i + 1));
    }
    bool is_source = finite.origins[step.proc.index()][step.transition.index()].proc.is_valid();
    if (is_source && !has_inputs) read_inputs();
    interp::ThreadId thread(step.thread);
    auto ways = interp::enabled_transitions(model, state, thread);
    auto way = std::find(ways.begin(), ways.end(), step.transition);
    if (way == ways.end()) {
      return tl::unexpected(fmt::format("the transition of step {} is not enabled", i + 1));
    }
    chooser.branch = static_cast<std::size_t>(way - ways.begin());
    chooser.choices = &step.choices;
    chooser.next = 0;
    system.step(state, thread, chooser);
    if (is_source) {
      result.steps.push_back(source_step(source.program(), finite, step, state));
    }
  }
  if (!has_inputs) read_inputs();
  return result;
}

namespace {

bool stands_for(verdict::ViolationKind claimed, verdict::ViolationKind found) {
  using verdict::ViolationKind;
  if (claimed != ViolationKind::Assert) return claimed == found;
  return found == ViolationKind::Assert || found == ViolationKind::Requires ||
         found == ViolationKind::Ensures || found == ViolationKind::Exceptional;
}

}  // namespace

tl::expected<verdict::Result, std::string> replay_finite(
    const interp::Model& source, const pass::FiniteModel& model, const verdict::ModelTrace& steps,
    std::optional<verdict::ViolationKind> claimed) {
  auto execution = source_execution(source, model, steps);
  if (!execution) return tl::unexpected(execution.error());
  auto parsed = interp::parse_inputs(source, verdict::inputs_json(execution->inputs).dump());
  if (const auto* error = std::get_if<interp::InputError>(&parsed)) {
    return tl::unexpected("the inputs do not fit: " + error->text);
  }
  auto result = replay_model(source, execution->steps, std::nullopt,
                             std::get<interp::GivenInputs>(parsed), true);
  if (!result || !claimed) return result;
  if (!result->violation) {
    return tl::unexpected(fmt::format("the execution ended without a violation ({})",
                                      verdict::keyword(result->verdict)));
  }
  if (!stands_for(*claimed, result->violation->kind)) {
    return tl::unexpected(fmt::format("the execution ended otherwise: {}: {}",
                                      verdict::keyword(result->violation->kind),
                                      result->violation->message));
  }
  return result;
}

}  // namespace certify
