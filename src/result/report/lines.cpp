#include "result/report/lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace report {

base::Span trimmed(base::Span span, const base::Sources& sources) {
  if (!span.is_valid()) return span;
  std::size_t end = sources.text(span).find_last_not_of(" \t\r\n");
  if (end != std::string_view::npos) span.end = span.begin + static_cast<std::uint32_t>(end) + 1;
  return span;
}

std::vector<std::uint32_t> lines_of(const std::vector<base::Span>& spans,
                                    const base::Sources& sources) {
  std::vector<std::uint32_t> result;
  for (base::Span span : spans) result.push_back(sources.begin(span).line);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::string lines_text(const std::vector<base::Span>& spans, const base::Sources& sources) {
  std::vector<std::uint32_t> lines = lines_of(spans, sources);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end] == lines[end - 1] + 1) ++end;
    parts.push_back(end - i == 1 ? fmt::format("{}", lines[i])
                                 : fmt::format("{}-{}", lines[i], lines[end - 1]));
    i = end;
  }
  return fmt::format("{} {}", lines.size() == 1 ? "line" : "lines", fmt::join(parts, ", "));
}

}  // namespace report
