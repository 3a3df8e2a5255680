// SARIF 2.1.0 (OASIS, 2020), which code scanners exchange. A violation is a result of the kind
// `fail`, a valid program one of the kind `pass`, an unknown one of the kind `open`; what is wrong
// with an input is a result, too, so that it shows at its line.
#include <fmt/format.h>

#include <map>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/sha256.h"
#include "result/report/layout.h"
#include "result/report/sarif_parts.h"
#include "result/report/summary.h"

namespace report {

namespace {

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kOutcome = "verdict";  // the rule of results that are no violations
constexpr std::string_view kProblem = "problem";  // the rule of problems without a code

struct RuleText {
  std::string_view name;
  std::string_view full;
  std::string_view help;
};

RuleText rule_text(verdict::ViolationKind kind) {
  switch (kind) {
#define RULE(kind, name, full, help) \
  case verdict::ViolationKind::kind: \
    return {name, full, help};
#include "result/report/rules.def"
#undef RULE
  }
  UNREACHABLE("violation");
}

Json rule(std::string_view id, const RuleText& text, std::string_view brief,
          std::string_view level) {
  return {{"id", id},
          {"name", text.name},
          {"shortDescription", sarif_message(brief)},
          {"fullDescription", sarif_message(text.full)},
          {"help",
           {{"text", text.help}, {"markdown", fmt::format("**{}**\n\n{}", text.full, text.help)}}},
          {"defaultConfiguration", {{"level", level}}}};
}

// "OOX0301" -> "UnknownVariable: …": the first paragraph of what `braid explain` prints.
Json rule_of_code(const std::string& code) {
  auto kind = diag::find_code(code);
  if (!kind) return {{"id", code}};
  const diag::KindInfo& info = diag::info(*kind);
  std::string full(info.explanation.substr(0, info.explanation.find("\n\n")));
  return {{"id", code},
          {"name", info.name},
          {"shortDescription", sarif_message(folded(full))},
          {"help", {{"text", fmt::format("`braid explain {}` tells more.", code)}}}};
}

// The rules of a run, in the order in which results refer to them.
class Rules {
 public:
  Rules() {
#define VIOLATION(kind, keyword, exit_status, text) \
  add(keyword, rule(keyword, rule_text(verdict::ViolationKind::kind), text, "error"));
#include "result/verdict/violations.def"
#undef VIOLATION
    add(kOutcome,
        rule(kOutcome,
             {"Verdict", "All executions within the bounds are searched for violations.",
              "If the verdict is unknown, raise the limit that is named, or choose another engine. "
              "If bounds cut the search, raise them."},
             "the program is searched for violations", "none"));
  }

  // Adds the rule of a problem if it is new.
  std::size_t of_problem(const std::string& code) {
    std::string id = code.empty() ? std::string(kProblem) : code;
    if (!numbers_.contains(id)) {
      add(id, code.empty() ? Json{{"id", id},
                                  {"name", "Problem"},
                                  {"shortDescription", sarif_message("Braid cannot do that")}}
                           : rule_of_code(code));
    }
    return numbers_.at(id);
  }
  std::size_t number(std::string_view id) const { return numbers_.at(std::string(id)); }
  const Json& all() const { return rules_; }

 private:
  void add(std::string_view id, Json text) {
    numbers_.emplace(id, rules_.size());
    rules_.push_back(std::move(text));
  }

  Json rules_ = Json::array();
  std::map<std::string, std::size_t> numbers_;
};

Json bounds_json(const verdict::Result& result) {
  Json bounds = Json::array();
  for (const verdict::Bound& bound : result.bounds) {
    bounds.push_back({{"name", bound.name}, {"value", bound.value}, {"cut", bound.cut}});
  }
  return bounds;
}

Json properties_of(const Item& item) {
  Json options = Json::object();
  for (const auto& [name, value] : item.subject.options) options[name] = value;
  return {{"entry", item.subject.entry},
          {"input", item.subject.input},
          {"engine", item.subject.engine},
          {"options", std::move(options)},
          {"verdict", verdict::keyword(item.result.verdict)},
          {"complete", item.result.complete},
          {"vacuous", item.result.vacuous},
          {"status", item.status()},
          {"bounds", bounds_json(item.result)},
          {"seconds", item.result.stats.seconds}};
}

Json stack_of(const verdict::Thrown& thrown, const base::Sources& sources) {
  Json frames = Json::array();
  for (const verdict::StackFrame& frame : thrown.frames) {
    Json where = sarif_location(find_place(frame.span, sources), "");
    where["logicalLocations"] = Json::array({{{"fullyQualifiedName", frame.proc}}});
    frames.push_back({{"location", std::move(where)}});
  }
  std::string text = thrown.text ? fmt::format("{}: {}", thrown.cls, *thrown.text) : thrown.cls;
  return {{"message", sarif_message(text)}, {"frames", std::move(frames)}};
}

// Stays the same if lines move.
std::string fingerprint(const Item& item, const verdict::Violation& v) {
  return base::sha256(fmt::format("{}\n{}\n{}", verdict::keyword(v.kind), item.subject.entry,
                                  folded(item.sources.text(v.span))))
      .substr(0, 32);
}

// Where a result shows that is nowhere: at the first file.
Json locations_of(const Item& item) {
  std::optional<Place> place = find_place(item);
  if (!place && !item.subject.input.empty()) place = Place{relative_path(item.subject.input[0])};
  Json where = sarif_location(place, "");
  if (!item.subject.entry.empty()) {
    where["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", item.subject.entry}, {"kind", "function"}}});
  }
  return where.empty() ? Json::array() : Json::array({std::move(where)});
}

void add_violation(const Item& item, const TextOptions& options, Json& result) {
  const verdict::Violation& v = *item.result.violation;
  Json related = Json::array();
  for (const verdict::Note& note : v.notes) {
    auto place = find_place(note.span, item.sources);
    if (!place) continue;
    Json where = sarif_location(place, note.text);
    where["id"] = related.size() + 1;
    related.push_back(std::move(where));
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  for (const verdict::Thrown& thrown : v.thrown) {
    result["stacks"].push_back(stack_of(thrown, item.sources));
  }
  result["partialFingerprints"] = {{"braidViolation/v1", fingerprint(item, v)}};
  if (!item.result.counterexample) return;
  Json flow = sarif_flow(item, options);
  if (!flow.empty()) result["codeFlows"] = std::move(flow);
}

std::string message_of(const Item& item) {
  std::string text = sentence_of(item);
  if (item.result.violation && !item.result.violation->values.empty()) {
    text += fmt::format(" ({})", assignments(item.result.violation->values));
  }
  text = fmt::format("{}: {}", name_of(item.subject), text);
  if (item.result.violation) return text;
  for (const std::string& line : not_searched(item.result)) text += "\n" + line;
  return text;
}

Json result_of(const Item& item, const Rules& rules, const TextOptions& options) {
  const auto& violation = item.result.violation;
  std::string_view id = violation ? verdict::keyword(violation->kind) : kOutcome;
  bool is_open = item.result.verdict == verdict::VerdictKind::Unknown || item.is_refused();
  Json result{{"ruleId", id},
              {"ruleIndex", rules.number(id)},
              {"kind", violation ? "fail"
                       : is_open ? "open"
                                 : "pass"},
              {"level", violation ? "error" : "none"},
              {"message", sarif_message(message_of(item))},
              {"locations", locations_of(item)}};
  if (violation) add_violation(item, options, result);
  result["properties"] = properties_of(item);
  return result;
}

Json result_of(const Problem& problem, Rules& rules) {
  std::size_t number = rules.of_problem(problem.code);
  std::string text = problem.message;
  Json related = Json::array();
  for (const ProblemNote& note : problem.notes) {
    auto place = find_place(note.place);
    if (!place) {
      text += fmt::format("\n{}: {}", note.kind, note.message);
      continue;
    }
    Json where = sarif_location(place, note.message);
    where["id"] = related.size() + 1;
    related.push_back(std::move(where));
  }
  bool is_error = problem.severity == diag::Severity::Error;
  Json result{{"ruleId", rules.all()[number]["id"]},
              {"ruleIndex", number},
              {"level", is_error ? "error" : "warning"},
              {"message", sarif_message(text)},
              {"locations", Json::array()}};
  if (auto place = find_place(problem.place)) {
    result["locations"].push_back(sarif_location(place, ""));
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  return result;
}

Json notification(std::string_view level, std::string_view text) {
  return {{"level", level}, {"message", sarif_message(text)}};
}

Json invocation_of(const Findings& findings) {
  Json told = Json::array();
  Json wrong = Json::array();
  for (const Item& item : findings.items) {
    bool is_open = item.result.verdict == verdict::VerdictKind::Unknown || item.is_refused();
    bool is_cut = !item.result.violation && item.result.is_cut();
    if (is_open || is_cut)
      told.push_back(notification(is_open ? "warning" : "note", message_of(item)));
  }
  for (const Problem& problem : findings.problems) {
    if (find_place(problem.place)) continue;  // a result has it
    (findings.status == 1 ? wrong : told).push_back(notification("error", problem.message));
  }
  // 1: the command line is wrong, 2: the input is, 6: Braid is.
  bool has_run = findings.status != 1 && findings.status != 2 && findings.status != 6;
  Json result{{"executionSuccessful", has_run}, {"exitCode", findings.status}};
  if (!told.empty()) result["toolExecutionNotifications"] = std::move(told);
  if (!wrong.empty()) result["toolConfigurationNotifications"] = std::move(wrong);
  return result;
}

}  // namespace

Json sarif_message(std::string_view text) { return {{"text", text}}; }

Json sarif_location(const std::optional<Place>& place, std::string_view message) {
  Json result = Json::object();
  if (place) {
    Json where{{"artifactLocation", {{"uri", uri_of(place->path)}}}};
    if (place->line > 0) {
      where["region"]["startLine"] = place->line;
      if (place->column > 0) where["region"]["startColumn"] = place->column;
      if (place->end_line > 0) where["region"]["endLine"] = place->end_line;
      if (place->end_column > 0) where["region"]["endColumn"] = place->end_column;
    }
    result["physicalLocation"] = std::move(where);
  }
  if (!message.empty()) result["message"] = sarif_message(message);
  return result;
}

std::string sarif(const Findings& findings, const TextOptions& options) {
  Rules rules;
  Json results = Json::array();
  for (const Item& item : findings.items) results.push_back(result_of(item, rules, options));
  for (const Problem& problem : findings.problems) results.push_back(result_of(problem, rules));
  Json driver{{"name", "Braid"},
              {"version", kVersion},
              {"semanticVersion", kVersion},
              {"rules", rules.all()}};
  Json run{{"tool", {{"driver", std::move(driver)}}},
           {"invocations", Json::array({invocation_of(findings)})},
           {"columnKind", "unicodeCodePoints"},
           {"results", std::move(results)}};
  Json root{{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace report
