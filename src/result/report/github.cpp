// Workflow commands of GitHub Actions: lines on standard output that become annotations of a
// change. GitHub shows ten of a kind for each step of a job, so each finding is one of them.
#include <fmt/format.h>

#include "result/report/escape.h"
#include "result/report/item.h"
#include "result/report/layout.h"
#include "result/report/place.h"
#include "result/report/summary.h"

namespace report {

namespace {

std::string command(std::string_view name, const std::optional<Place>& place,
                    std::string_view title, std::string_view message) {
  std::string properties;
  auto add = [&](std::string_view key, std::string_view value) {
    properties +=
        fmt::format("{}{}={}", properties.empty() ? "" : ",", key, github_property(value));
  };
  if (place) {
    add("file", place->path);
    if (place->line > 0) add("line", std::to_string(place->line));
    if (place->end_line > 0) add("endLine", std::to_string(place->end_line));
    if (place->column > 0) add("col", std::to_string(place->column));
    // Columns of annotations are for places in one line.
    bool is_one_line = place->end_line == place->line;
    if (is_one_line && place->end_column > 0) add("endColumn", std::to_string(place->end_column));
  }
  add("title", title);
  return fmt::format("::{} {}::{}\n", name, properties, github_message(message));
}

// "bank.oox:20: thread 2 waits …"
std::string note_line(std::string_view text, const std::optional<Place>& place) {
  if (!place) return fmt::format("\n{}", text);
  return fmt::format("\n{}:{}: {}", place->path, place->line, text);
}

std::string violation(const Item& item) {
  const verdict::Violation& v = *item.result.violation;
  std::string message = sentence_of(item);
  if (!v.values.empty()) message += fmt::format("\nwhere {}", assignments(v.values));
  for (const verdict::Note& note : v.notes) {
    message += note_line(note.text, find_place(note.span, item.sources));
  }
  if (item.result.counterexample && !item.result.counterexample->trace.empty()) {
    message += fmt::format("\nafter {}", counted(item.result.counterexample->trace.size(), "step"));
  }
  return command("error", find_place(item),
                 fmt::format("{}: {}", name_of(item.subject), verdict::text(v.kind)), message);
}

std::string outcome(const Item& item) {
  const verdict::Result& result = item.result;
  bool is_warning = result.verdict != verdict::VerdictKind::Valid || result.vacuous ||
                    result.is_cut() || item.is_refused();
  std::string message = sentence_of(item);
  for (const std::string& line : not_searched(result)) message += '\n' + line;
  std::optional<Place> place;
  if (!item.subject.input.empty()) place = Place{relative_path(item.subject.input.front())};
  return command(is_warning ? "warning" : "notice", place,
                 fmt::format("{}: {}", name_of(item.subject), verdict::keyword(result.verdict)),
                 message);
}

std::string problem(const Problem& p) {
  std::string message = p.message;
  for (const ProblemNote& note : p.notes) {
    message += note_line(fmt::format("{}: {}", note.kind, note.message), find_place(note.place));
  }
  return command(p.severity == diag::Severity::Error ? "error" : "warning", find_place(p.place),
                 p.code.empty() ? "braid" : p.code, message);
}

}  // namespace

std::string github(const Findings& findings) {
  std::string out;
  for (const Problem& p : findings.problems) out += problem(p);
  for (const Item& item : findings.items) {
    out += item.result.violation ? violation(item) : outcome(item);
  }
  return out;
}

}  // namespace report
