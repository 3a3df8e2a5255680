#include <fmt/format.h>

#include "base/check.h"
#include "result/report/item.h"
#include "result/report/layout.h"
#include "result/report/project.h"

namespace report {

namespace {

std::string texts(const Findings& findings, const TextOptions& options) {
  std::string out;
  for (const Item& item : findings.items) {
    if (!out.empty()) out += '\n';
    out += text(item.result, item.subject, item.sources, options);
    if (!item.is_refused()) continue;
    out += item.fail_on.cut && item.fail_on.vacuous
               ? "--strict accepts only what is complete and not vacuous: status 5\n"
               : "--fail-on does not accept it: status 5\n";
  }
  return out;
}

// The results of a project, and what had none. A project keeps what they are made of.
std::string view_results(Format format, const Project& project) {
  std::vector<Item> items;
  std::vector<Problem> problems;
  for (const ProjectItem& item : project.items) {
    if (item.result) {
      items.push_back({*item.result, item.subject, *item.sources, item.fail_on});
    }
    problems.insert(problems.end(), item.problems.begin(), item.problems.end());
  }
  // Nobody must take what is missing for good.
  if (project.left > 0) {
    problems.push_back({.message = fmt::format("{}: {} not verified", project.stopped,
                                               counted(project.left, "method"))});
  }
  return view_all(format, {items, problems, project.status}, {});
}

}  // namespace

Use use_of(Format format) {
  switch (format) {
#define FORMAT(value, word, use, problems) \
  case Format::value:                      \
    return Use::use;
#include "result/report/formats.def"
#undef FORMAT
  }
  UNREACHABLE("format");
}

bool tells_problems(Format format) {
  switch (format) {
#define FORMAT(value, word, use, problems) \
  case Format::value:                      \
    return problems;
#include "result/report/formats.def"
#undef FORMAT
  }
  UNREACHABLE("format");
}

std::string view_all(Format format, const Findings& findings, const TextOptions& options) {
  switch (format) {
    case Format::Text: return texts(findings, options);
    case Format::Json: return json_of(findings);
    case Format::Html: return html(findings);
    case Format::Sarif: return sarif(findings, options);
    case Format::Junit: return junit(findings, options);
    case Format::Github: return github(findings);
    case Format::Svcomp: return svcomp(findings);
    case Format::Witness: return witness(findings);
    case Format::Shiviz: return shiviz(findings, options);
    case Format::Dot: return dot(findings, options);
  }
  UNREACHABLE("format");
}

std::string view(Format format, const Project& project, const ProjectTextOptions& options) {
  switch (format) {
    case Format::Text: return project_text(project, options);
    case Format::Json: return project_json(project);
    default: return view_results(format, project);
  }
}

}  // namespace report
