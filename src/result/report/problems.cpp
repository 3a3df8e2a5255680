#include "result/report/problems.h"

#include "result/report/json.h"
#include "result/report/report.h"

namespace report {

namespace {

ProblemPlace place_of(const base::Sources& sources, base::Span span) {
  if (!span.is_valid()) return {};
  base::LineColumn at = sources.begin(span);
  return {std::string(sources.file(span.file).name()), at.line, at.column};
}

void add_place(const ProblemPlace& place, Json& into) {
  bool is_somewhere = !place.file.empty();
  into["file"] = is_somewhere ? Json(place.file) : Json(nullptr);
  into["line"] = is_somewhere ? Json(place.line) : Json(nullptr);
  into["column"] = is_somewhere ? Json(place.column) : Json(nullptr);
}

}  // namespace

std::vector<Problem> problems_of(const base::Sources& sources, const diag::Sink& sink) {
  std::vector<Problem> result;
  for (const diag::Diagnostic& d : sink.all()) {
    const diag::KindInfo& info = diag::info(d.kind);
    Problem problem{
        std::string(info.code), info.severity, d.message, place_of(sources, d.span), {}};
    for (const diag::Label& label : d.labels) {
      problem.notes.push_back({"label", label.text, place_of(sources, label.span)});
    }
    for (const std::string& note : d.notes) problem.notes.push_back({"note", note, {}});
    for (const std::string& help : d.helps) problem.notes.push_back({"help", help, {}});
    result.push_back(std::move(problem));
  }
  return result;
}

Json diagnostics_json(const std::vector<Problem>& problems) {
  Json diagnostics = Json::array();
  for (const Problem& p : problems) {
    bool is_error = p.severity == diag::Severity::Error;
    Json entry{{"code", p.code.empty() ? Json(nullptr) : Json(p.code)},
               {"severity", is_error ? "error" : "warning"},
               {"message", p.message}};
    add_place(p.place, entry);
    entry["notes"] = Json::array();
    for (const ProblemNote& note : p.notes) {
      Json remark{{"kind", note.kind}, {"message", note.message}};
      add_place(note.place, remark);
      entry["notes"].push_back(std::move(remark));
    }
    diagnostics.push_back(std::move(entry));
  }
  return diagnostics;
}

std::string problems_json(int status, const std::vector<Problem>& problems) {
  Json root{{"tool", "braid"},
            {"version", kVersion},
            {"verdict", status == 0 ? "accepted" : "error"},
            {"status", status},
            {"diagnostics", diagnostics_json(problems)}};
  return json_text(root);
}

}  // namespace report
