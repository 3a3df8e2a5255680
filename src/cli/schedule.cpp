#include "cli/schedule.h"

#include <fmt/format.h>

#include <optional>

#include "cli/json_text.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

std::optional<run::DecisionKind> find_kind(std::string_view keyword) {
  static constexpr run::DecisionKind kAll[] = {
#define DECISION(name, keyword) run::DecisionKind::name,
#include "base/run/decisions.def"
#undef DECISION
  };
  for (run::DecisionKind kind : kAll) {
    if (run::keyword(kind) == keyword) return kind;
  }
  return std::nullopt;
}

std::optional<run::Decision> decision(const Json& json) {
  auto number = [&](const char* key) -> std::optional<std::uint32_t> {
    auto found = json.find(key);
    if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
    auto value = found->get<std::uint64_t>();
    if (value > 0xffffffffU) return std::nullopt;
    return static_cast<std::uint32_t>(value);
  };
  if (!json.is_object() || !json.contains("kind") || !json["kind"].is_string()) return {};
  auto kind = find_kind(json["kind"].get<std::string>());
  if (auto told = json.find("value"); told != json.end()) {
    bool is_value = kind == run::DecisionKind::Value && told->is_string();
    if (!is_value || told->get<std::string>().empty()) return std::nullopt;
    return run::Decision{*kind, 0, 0, told->get<std::string>()};
  }
  auto chosen = number("chosen");
  auto count = number("of");
  if (!kind || !chosen || !count || *chosen >= *count) return std::nullopt;
  return run::Decision{*kind, *chosen, *count};
}

}  // namespace

tl::expected<Schedule, std::string> parse_schedule(std::string_view text) {
  auto root = parse_json(text);
  if (!root) return tl::make_unexpected(root.error());
  return read_schedule(*root);
}

tl::expected<Schedule, std::string> read_schedule(const Json& root) {
  auto fail = [](std::string why) { return tl::make_unexpected(std::move(why)); };
  const Json* example = &root;
  if (root.is_object() && root.contains("counterexample")) example = &root["counterexample"];
  const Json* list = example;
  if (example->is_object() && example->contains("decisions")) list = &(*example)["decisions"];
  if (!list->is_array()) return fail("there is no list of decisions in it");
  Schedule result;
  bool chooses_inputs = false;
  for (const Json& entry : *list) {
    auto d = decision(entry);
    if (!d) {
      return fail(fmt::format("decision {} is malformed", result.decisions.size() + 1));
    }
    chooses_inputs = chooses_inputs || d->kind == run::DecisionKind::Input;
    result.decisions.push_back(*d);
  }
  bool has_inputs = example->is_object() && example->contains("inputs") && !chooses_inputs;
  if (has_inputs) {
    result.inputs["inputs"] = (*example)["inputs"];
    result.inputs["heap"] = example->value("heap", Json::array());
  }
  if (example->is_object() && example->contains("trace") && (*example)["trace"].is_array()) {
    result.steps = (*example)["trace"].size();
  }
  return result;
}

}  // namespace cli
