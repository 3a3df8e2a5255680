// JUnit's XML, as CI servers read it. Nobody owns the format; this keeps to what Jenkins' schema
// allows. A program is a test case: a violation is a failure, an unknown verdict an error, and a
// program of which nothing was checked is skipped.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "result/report/escape.h"
#include "result/report/item.h"
#include "result/report/place.h"
#include "result/report/summary.h"

namespace report {

namespace {

struct Case {
  enum class Outcome : std::uint8_t { Passed, Failed, Error, Skipped };
  std::string classname;
  std::string name;
  double seconds = 0;
  Outcome outcome = Outcome::Passed;
  std::string type;     // of a failure or an error
  std::string message;  // in a line
  std::string text;     // in many
  std::string out;      // beside a result
};

// "src/bank/Account.java" -> "src.bank.Account": servers show dots as packages and classes.
std::string class_name(const std::string& path) {
  std::string name = relative_path(path);
  std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && dot > 0 && name.find('/', dot) == std::string::npos) {
    name.resize(dot);
  }
  std::replace(name.begin(), name.end(), '/', '.');
  name.erase(0, name.find_first_not_of('.'));
  return name.empty() ? "braid" : name;
}

Case case_of(const Item& item, const TextOptions& options) {
  const verdict::Result& result = item.result;
  Case made;
  made.classname = class_name(item.subject.input.empty() ? "" : item.subject.input.front());
  made.name = name_of(item.subject);
  made.seconds = result.stats.seconds;
  made.message = sentence_of(item);
  if (result.violation) {
    made.outcome = Case::Outcome::Failed;
    made.type = verdict::keyword(result.violation->kind);
  } else if (result.verdict == verdict::VerdictKind::Unknown || item.is_refused()) {
    made.outcome = Case::Outcome::Error;
    made.type = item.is_refused() ? "incomplete" : "unknown";
  } else if (result.vacuous) {
    made.outcome = Case::Outcome::Skipped;
  }
  bool is_good = made.outcome == Case::Outcome::Passed || made.outcome == Case::Outcome::Skipped;
  TextOptions plain = options;
  plain.color = false;
  plain.width = 0;
  if (!is_good) made.text = text(result, item.subject, item.sources, plain);
  made.out = made.message + '\n';
  if (!result.bounds.empty()) made.out += fmt::format("bounds: {}\n", bounds_in_force(result));
  for (const std::string& line : not_searched(result)) made.out += line + '\n';
  return made;
}

std::string line_of(const Problem& problem) {
  std::string out;
  if (!problem.place.file.empty()) {
    out = fmt::format("{}:{}:{}: ", problem.place.file, problem.place.line, problem.place.column);
  }
  bool is_error = problem.severity == diag::Severity::Error;
  out +=
      fmt::format("{}{}: {}\n", is_error ? "error" : "warning",
                  problem.code.empty() ? "" : fmt::format("[{}]", problem.code), problem.message);
  for (const ProblemNote& note : problem.notes) {
    out += fmt::format("  {}: {}\n", note.kind, note.message);
  }
  return out;
}

// One for each file that is wrong, with all that is wrong with it.
std::vector<Case> cases_of(std::span<const Problem> problems) {
  std::vector<Case> cases;
  for (const Problem& problem : problems) {
    std::string name = class_name(problem.place.file);
    auto known = std::find_if(cases.begin(), cases.end(),
                              [&](const Case& c) { return c.classname == name; });
    if (known == cases.end()) {
      Case made;
      made.classname = name;
      made.name = problem.place.file.empty() ? "command" : "input";
      cases.push_back(std::move(made));
      known = cases.end() - 1;
    }
    known->text += line_of(problem);
    bool is_first_error =
        problem.severity == diag::Severity::Error && known->outcome != Case::Outcome::Error;
    if (!is_first_error) continue;
    known->outcome = Case::Outcome::Error;
    known->type = problem.code.empty() ? "problem" : problem.code;
    known->message = problem.message;
  }
  return cases;
}

// One for each file that was read and is not wrong.
void add_read_files(std::span<const std::string> paths, std::vector<Case>& cases) {
  for (const std::string& path : paths) {
    std::string name = class_name(path);
    bool is_known =
        std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return c.classname == name; });
    if (is_known) continue;
    Case made;
    made.classname = name;
    made.name = "input";
    cases.push_back(std::move(made));
  }
}

std::string element(std::string_view name, const Case& c) {
  return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", name,
                     xml_attribute(c.type), xml_attribute(c.message), xml_text(c.text));
}

std::string xml_of(const Case& c) {
  std::string inside;
  switch (c.outcome) {
    case Case::Outcome::Passed: break;
    case Case::Outcome::Failed: inside = element("failure", c); break;
    case Case::Outcome::Error: inside = element("error", c); break;
    case Case::Outcome::Skipped:
      inside = fmt::format("      <skipped>{}</skipped>\n", xml_text(c.message));
  }
  if (!c.out.empty()) {
    inside += fmt::format("      <system-out>{}</system-out>\n", xml_text(c.out));
  }
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n{}    </testcase>\n",
      xml_attribute(c.classname), xml_attribute(c.name), c.seconds, inside);
}

}  // namespace

std::string junit(const Findings& findings, const TextOptions& options) {
  std::vector<Case> cases = cases_of(findings.problems);
  add_read_files(findings.read, cases);
  for (const Item& item : findings.items) cases.push_back(case_of(item, options));
  auto count = [&](Case::Outcome outcome) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const Case& c) { return c.outcome == outcome; });
  };
  double seconds = 0;
  std::string inside;
  for (const Case& c : cases) {
    seconds += c.seconds;
    inside += xml_of(c);
  }
  std::string counts =
      fmt::format("name=\"braid\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"",
                  cases.size(), count(Case::Outcome::Failed), count(Case::Outcome::Error), seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n"
      "  <testsuite {0} skipped=\"{1}\">\n{2}  </testsuite>\n</testsuites>\n",
      counts, count(Case::Outcome::Skipped), inside);
}

}  // namespace report
