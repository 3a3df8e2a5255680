#include "cli/recording.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.h"
#include "pipeline/engine_table.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

// Thrown and caught in this file.
struct Wrong {
  std::string text;
};

// The member, or null if it is missing or JSON's null.
const Json* member(const Json& object, const char* key) {
  auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> text_member(const Json& object, const char* key,
                                       const std::string& where) {
  const Json* value = member(object, key);
  if (!value) return std::nullopt;
  if (!value->is_string()) throw Wrong{fmt::format("`{}` of {} is no string", key, where)};
  return value->get<std::string>();
}

std::optional<std::uint32_t> number_member(const Json& object, const char* key,
                                           const std::string& where) {
  const Json* value = member(object, key);
  if (!value) return std::nullopt;
  bool fits = value->is_number_unsigned() && value->get<std::uint64_t>() <= 0xffffffffU;
  if (!fits) throw Wrong{fmt::format("`{}` of {} is no number of that kind", key, where)};
  return value->get<std::uint32_t>();
}

// Sets the value if the option is told.
template <class E>
void read_choice(const Json& options, const char* key, E& value) {
  auto word = text_member(options, key, "`options`");
  if (!word) return;
  auto found = base::find_word<E>(*word);
  if (!found) throw Wrong{fmt::format("`{}` is no value of the option `{}`", *word, key)};
  value = *found;
}

enum class Switch : std::uint8_t { Off, On };

base::Words<Switch> words_of(Switch) {
  static constexpr std::array kWords{base::Word<Switch>{Switch::Off, "off"},
                                     base::Word<Switch>{Switch::On, "on"}};
  return kWords;
}

std::optional<std::size_t> number_option(const Json& options, const char* key) {
  auto text = text_member(options, key, "`options`");
  if (!text) return std::nullopt;
  bool is_number = !text->empty() && text->size() < 10 &&
                   text->find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) throw Wrong{fmt::format("`{}` is no value of the option `{}`", *text, key)};
  return std::stoul(*text);
}

void read_options(const Json& root, Recording& out) {
  const Json* options = member(root, "options");
  if (!options) return;
  if (!options->is_object()) throw Wrong{"`options` is no object"};
  read_choice(*options, "int", out.semantics.integers);
  read_choice(*options, "join", out.semantics.join);
  read_choice(*options, "deadlock", out.semantics.deadlock);
  Switch races = Switch::Off;
  read_choice(*options, "races", races);
  out.semantics.races = races == Switch::On;
  Switch spurious = Switch::Off;
  read_choice(*options, "spurious", spurious);
  out.semantics.spurious = spurious == Switch::On;
  if (options->contains("await")) {
    Switch awaits = Switch::Off;
    read_choice(*options, "await", awaits);
    out.awaits = awaits == Switch::On;
  }
  out.array_size = number_option(*options, "array-size");
  out.bitwidth = number_option(*options, "bitwidth");
  out.threads = number_option(*options, "threads");
  out.instances = number_option(*options, "instances");
  out.linearizable = text_member(*options, "linearizable", "`options`");
  out.ltl = text_member(*options, "ltl", "`options`");
}

RecordedStep read_step(const Json& json, std::size_t number) {
  std::string where = fmt::format("step {}", number);
  if (!json.is_object()) throw Wrong{where + " is no object"};
  RecordedStep step;
  auto thread = number_member(json, "thread", where);
  if (!thread) throw Wrong{where + " has no thread"};
  step.thread = *thread;
  step.method = text_member(json, "method", where);
  step.line = number_member(json, "line", where);
  step.column = number_member(json, "column", where);
  if (const Json* updates = member(json, "updates")) {
    if (!updates->is_object()) throw Wrong{fmt::format("`updates` of {} is no object", where)};
    step.updates.emplace();
    for (const auto& [name, value] : updates->items()) {
      if (!value.is_string()) throw Wrong{fmt::format("`{}` of {} is no string", name, where)};
      step.updates->emplace_back(name, value.get<std::string>());
    }
  }
  return step;
}

// Of the goals of `prove`, the contract of a program that can be executed has an execution.
void check_goals(const Json& root) {
  const Json* goals = member(root, "goals");
  if (!goals || !goals->is_array()) return;
  for (const Json& goal : *goals) {
    if (!goal.is_object()) continue;
    const Json* refuted = member(goal, "verdict");
    if (!refuted || *refuted != "refuted") continue;
    const Json* replayable = member(goal, "replayable");
    if (replayable && *replayable == true) return;
    throw Wrong{"what it refutes is a formula, not an execution of the program from its start"};
  }
}

Recording read_recording(const Json& root) {
  if (!root.is_object()) throw Wrong{"it is no result of `braid verify --format json`"};
  Recording result;
  result.is_result = root.contains("verdict");
  const Json* example = member(root, "counterexample");
  if (!example && root.contains("counterexample")) {
    auto verdict = text_member(root, "verdict", "the result");
    throw Wrong{verdict ? fmt::format("it holds no execution: its verdict is `{}`", *verdict)
                        : "it holds no execution"};
  }
  check_goals(root);
  if (!example) example = &root;
  if (!example->is_object()) throw Wrong{"`counterexample` is no object"};
  auto schedule = read_schedule(*example);
  if (!schedule) throw Wrong{schedule.error()};
  result.schedule = std::move(*schedule);
  result.entry = text_member(root, "entry", "the result");
  auto engine = text_member(root, "engine", "the result");
  auto known = base::find_word<pipeline::Engine>(engine.value_or(""));
  result.has_wide_choices = known && pipeline::row_of(*known).needs_finite_model;
  if (auto loop = number_member(*example, "loop", "`counterexample`")) result.loop = *loop;
  read_options(root, result);
  if (const Json* trace = member(*example, "trace")) {
    if (!trace->is_array()) throw Wrong{"`trace` is no list"};
    for (const Json& step : *trace) {
      result.steps.push_back(read_step(step, result.steps.size() + 1));
    }
  }
  if (const Json* violation = member(root, "violation")) {
    if (!violation->is_object()) throw Wrong{"`violation` is no object"};
    result.violation = text_member(*violation, "kind", "`violation`");
    result.message = text_member(*violation, "message", "`violation`");
  }
  return result;
}

}  // namespace

tl::expected<Recording, std::string> parse_recording(std::string_view text) {
  auto root = parse_json(text);
  if (!root) return tl::make_unexpected(root.error());
  try {
    return read_recording(*root);
  } catch (const Wrong& wrong) {
    return tl::make_unexpected(wrong.text);
  }
}

}  // namespace cli
