// Executions of a finite model as executions of the program that it was made of.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "certify/certify.h"
#include "certify/guide.h"
#include "ir/pass/abstract.h"
#include "ir/pass/hierarchy.h"

namespace certify {

namespace {

using interp::ObjectId;

// The inputs in a state of the model, as values of the source program.
class InputReader {
 public:
  InputReader(const ir::Program& source, const pass::FiniteModel& finite,
              const interp::Model& model, const interp::State& state)
      : source_(source), finite_(finite), model_(model), state_(state) {}

  verdict::Inputs read() {
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
      case ir::TypeKind::Long:
      case ir::TypeKind::Uint:
      case ir::TypeKind::Range: return std::get<base::Integer>(source_.default_value(type));
      case ir::TypeKind::Enum:
        return member(source_.type(type).enumeration,
                      std::get<base::Integer>(source_.default_value(type)));
      case ir::TypeKind::Float:
      case ir::TypeKind::Float32: return 0.0;
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
  verdict::Inputs out_;
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

const pass::FiniteOrigin& origin_of(const pass::FiniteModel& finite, const verdict::Step& step) {
  return finite.origins[step.proc.index()][step.transition.index()];
}

// What the source program chooses where the model chose from a range.
std::uint32_t drawn_index(const ir::Type& type, const base::Integer& value) {
  std::int64_t number = value.to_int64().value_or(0);
  if (type.kind == ir::TypeKind::Uint) return static_cast<std::uint32_t>(number);
  return static_cast<std::uint32_t>(number > 0 ? 2 * number - 1 : -2 * number);
}

bool chooses(const ir::Action& action) {
  switch (ir::kind_of(action)) {
    case ir::ActionKind::Choose:
    case ir::ActionKind::Havoc:
    case ir::ActionKind::ChooseInstance:
    case ir::ActionKind::ChooseReachable:
    case ir::ActionKind::Notify: return true;
    default: return false;
  }
}

// The choices of the step without those that the abstraction has added. Each of these has two
// values or more, so that it was asked for.
std::vector<std::uint32_t> choices_of_source(const ir::Procedure& proc, const ir::Transition& made,
                                             const verdict::Step& step) {
  auto is_added = [&](const ir::Action& a) { return pass::is_added_choice(proc, a); };
  auto count =
      static_cast<std::size_t>(std::count_if(made.actions.begin(), made.actions.end(), is_added));
  if (count == 0) return step.choices;
  std::vector<std::uint32_t> result;
  std::size_t own = step.choices.size() - std::min(count, step.choices.size());
  std::size_t next = 0;
  for (const ir::Action& a : made.actions) {
    bool is_own = own > 0 && chooses(a) && !is_added(a);
    if (is_own && next < step.choices.size()) result.push_back(step.choices[next]), --own;
    if (is_own || is_added(a)) ++next;
  }
  return result;
}

// The step in the source program; `after` is the state of the model behind it.
verdict::Step source_step(const ir::Program& source, const pass::FiniteModel& finite,
                          const verdict::Step& step, const interp::State& after) {
  const pass::FiniteOrigin& origin = origin_of(finite, step);
  verdict::Step result = step;
  result.proc = origin.proc;
  result.transition = origin.transition;
  const ir::Transition& made = finite.program.proc(step.proc).transitions[step.transition.index()];
  result.choices = choices_of_source(finite.program.proc(step.proc), made, step);
  const ir::Procedure& proc = source.proc(origin.proc);
  const ir::Transition& from = proc.transitions[origin.transition.index()];
  if (from.actions.size() != 1 || after.threads[step.thread].has_ended()) return result;
  const auto* any = std::get_if<ir::Havoc>(&from.actions.front());
  if (!any) return result;
  const ir::Type& type = source.type(proc.local(any->target).type);
  if (made.actions.empty()) return result;  // it does not matter: the first value
  bool is_number = type.kind == ir::TypeKind::Int || type.kind == ir::TypeKind::Long ||
                   type.kind == ir::TypeKind::Uint;
  if (is_number) {
    ir::LocalId target = ir::written_local(made.actions.front());
    const auto& locals = after.threads[step.thread].frames.front().locals;
    result.choices = {drawn_index(type, std::get<base::Integer>(locals[target.index()]))};
  }
  return result;
}

// Takes the steps of the model, and notes what they are in the source.
class SourceGuide : public TransitionGuide {
 public:
  SourceGuide(const ir::Program& source, const pass::FiniteModel& finite,
              const interp::Model& model, const verdict::Claim& claim)
      : TransitionGuide(model, claim), source_(source), finite_(finite) {}

  // The claim with the steps so far.
  verdict::Claim take() { return std::move(result_); }

  Turn next(const interp::State& state, const std::vector<interp::ThreadId>& enabled,
            std::size_t taken) override {
    Turn turn = TransitionGuide::next(state, enabled, taken);
    at_ = taken;
    bool is_over = !turn.thread;
    if (!result_.inputs && (is_over || is_of_source())) {
      result_.inputs = InputReader(source_, finite_, model_, state).read();
    }
    return turn;
  }

  std::string problem(const interp::State& after) override {
    if (is_of_source()) {
      result_.steps.push_back(source_step(source_, finite_, claim_.steps[at_], after));
    }
    return TransitionGuide::problem(after);
  }

 private:
  bool is_of_source() const { return origin_of(finite_, claim_.steps[at_]).proc.is_valid(); }

  const ir::Program& source_;
  const pass::FiniteModel& finite_;
  std::size_t at_ = 0;
  verdict::Claim result_;
};

bool stands_for(verdict::ViolationKind claimed, verdict::ViolationKind found) {
  using verdict::ViolationKind;
  if (claimed != ViolationKind::Assert) return claimed == found;
  return found == ViolationKind::Assert || found == ViolationKind::Requires ||
         found == ViolationKind::Ensures || found == ViolationKind::Exceptional;
}

// The part of the claim that is shown, with everything told.
tl::expected<verdict::Claim, std::string> shown_part(const interp::Model& model,
                                                     const verdict::Claim& claim) {
  verdict::Claim result;
  result.steps = claim.steps;
  result.takes_first = true;
  if (claim.told == verdict::Told::Values) {
    interp::System system(model);
    auto execution = follow(system, *guide_of(model, claim));
    if (!execution) return tl::make_unexpected(execution.error());
    result.steps = execution->told();
  }
  if (!claim.rounds.empty()) result.steps.resize(claim.shown());
  return result;
}

}  // namespace

tl::expected<verdict::Claim, std::string> source_claim(const interp::Model& source,
                                                       const pass::FiniteModel& finite,
                                                       const verdict::Claim& claim) {
  interp::Model model(finite.program, model_options(source.options()));
  auto shown = shown_part(model, claim);
  if (!shown) return tl::make_unexpected(shown.error());
  interp::System system(model);
  SourceGuide guide(source.program(), finite, model, *shown);
  auto execution = follow(system, guide);
  if (!execution) return tl::make_unexpected(execution.error());
  verdict::Claim result = guide.take();
  result.takes_first = true;
  return result;
}

tl::expected<verdict::Result, std::string> certify_on_source(const interp::Model& source,
                                                             const pass::FiniteModel& finite,
                                                             const verdict::Claim& claim) {
  auto of_source = source_claim(source, finite, claim);
  if (!of_source) return tl::make_unexpected(of_source.error());
  auto result = certify(source, *of_source);
  if (!result) return result;
  if (!claim.rounds.empty()) {
    auto begin = claim.steps.begin();
    result->counterexample->loop = static_cast<std::size_t>(std::count_if(
        begin, begin + static_cast<std::ptrdiff_t>(claim.stem()),
        [&](const verdict::Step& step) { return origin_of(finite, step).proc.is_valid(); }));
    return result;
  }
  if (!claim.kind) return result;
  if (!result->violation) {
    return tl::make_unexpected(fmt::format("the execution ended without a violation ({})",
                                           verdict::keyword(result->verdict)));
  }
  if (!stands_for(*claim.kind, result->violation->kind)) {
    return tl::make_unexpected(fmt::format("the execution ended otherwise: {}: {}",
                                           verdict::keyword(result->violation->kind),
                                           result->violation->message));
  }
  return result;
}

}  // namespace certify
