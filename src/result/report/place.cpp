#include "result/report/place.h"

#include <filesystem>
#include <system_error>

#include "result/report/escape.h"
#include "result/report/lines.h"

namespace report {

namespace {

// Text of the command line has the name of its option.
bool is_file(const std::string& name) { return !name.empty() && !name.starts_with("--"); }

}  // namespace

std::string relative_path(const std::string& path) {
  namespace fs = std::filesystem;
  fs::path plain = fs::path(path).lexically_normal();
  if (!plain.is_absolute()) return plain.string();
  std::error_code error;
  fs::path here = fs::current_path(error);
  if (error) return plain.string();
  fs::path relative = plain.lexically_relative(here);
  bool is_inside = !relative.empty() && *relative.begin() != "..";
  return is_inside ? relative.string() : plain.string();
}

std::string uri_of(const std::string& path) {
  std::string relative = relative_path(path);
  return (relative.starts_with('/') ? "file://" : "") + percent_encoded(relative);
}

std::optional<Place> find_place(base::Span span, const base::Sources& sources) {
  if (!span.is_valid() || !is_file(sources.file(span.file).name())) return std::nullopt;
  base::Span shown = trimmed(span, sources);
  base::LineColumn begin = sources.begin(shown);
  base::LineColumn end = sources.end(shown);
  return Place{relative_path(sources.file(span.file).name()), begin.line, begin.column, end.line,
               end.column};
}

std::optional<Place> find_place(const ProblemPlace& place) {
  if (!is_file(place.file)) return std::nullopt;
  return Place{relative_path(place.file), place.line, place.column};
}

std::optional<Place> find_place(const Item& item) {
  if (item.result.violation) {
    if (auto place = find_place(item.result.violation->span, item.sources)) return place;
  }
  if (!item.result.counterexample) return std::nullopt;
  const auto& trace = item.result.counterexample->trace;
  for (auto step = trace.rbegin(); step != trace.rend(); ++step) {
    if (auto place = find_place(step->span, item.sources)) return place;
  }
  return std::nullopt;
}

}  // namespace report
