#include "driver/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "report/layout.h"
#include "report/report.h"
#include "report/trace_table.h"

namespace driver {

namespace {

constexpr std::size_t kSourceAround = 5;  // lines that `list` shows on each side
constexpr std::size_t kTraceAround = 8;   // rows that `trace` shows on each side

}  // namespace

void run_session(Session& session, std::istream& in, std::ostream& out, bool echo) {
  out << session.greeting();
  std::string line;
  while (!session.is_over()) {
    out << session.prompt() << std::flush;
    if (!std::getline(in, line)) {
      out << '\n';
      return;
    }
    if (echo) out << line << '\n';
    out << session.execute(line);
  }
}

std::optional<std::size_t> parse_number(std::string_view text) {
  std::size_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

std::optional<std::size_t> count_argument(const std::vector<std::string>& args) {
  return args.empty() ? std::optional<std::size_t>(1) : parse_number(args[0]);
}

std::string step_text(const verdict::TraceStep& step, std::size_t number,
                      const base::Sources& sources) {
  std::string where = "nowhere in the source";
  if (step.span.is_valid()) {
    where = fmt::format("line {}", sources.begin(step.span).line);
    if (sources.size() > 1) {
      where = fmt::format("{}, {}", sources.file(step.span.file).name(), where);
    }
  }
  std::string out =
      fmt::format("step {}, thread {}, {}, {}\n", number, step.thread, step.proc, where);
  out += fmt::format("    {}\n", report::cut(report::folded(sources.text(step.span)), 100));
  std::string effects = report::effects_of(step);
  if (!effects.empty()) out += fmt::format("      {}\n", effects);
  return out;
}

std::string violation_lines(const verdict::Violation& violation, const base::Sources& sources,
                            bool color) {
  std::string text = report::violation_text(violation, sources, color);
  if (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string source_listing(const base::Sources& sources, base::Span current,
                           const std::vector<std::string>& args) {
  if (!current.is_valid()) return "the current step is nowhere in the source\n";
  const base::SourceFile& file = sources.file(current.file);
  std::size_t marked = file.line_at(current.begin);
  std::optional<std::size_t> middle = args.empty() ? marked : parse_number(args[0]);
  if (!middle || *middle == 0 || *middle > file.line_count()) {
    return fmt::format("{} has {}\n", file.name(), report::counted(file.line_count(), "line"));
  }
  std::size_t begin = *middle > kSourceAround ? *middle - kSourceAround : 1;
  std::size_t end = std::min<std::size_t>(*middle + kSourceAround, file.line_count());
  std::string out;
  for (std::size_t line = begin; line <= end; ++line) {
    std::string text = fmt::format("{}{:>5}  {}", line == marked ? ">" : " ", line,
                                   file.line(static_cast<std::uint32_t>(line)));
    while (text.ends_with(' ')) text.pop_back();
    out += text + '\n';
  }
  return out;
}

std::string trace_listing(const std::vector<verdict::TraceStep>& trace, std::size_t moment,
                          const std::vector<std::string>& args, const base::Sources& sources,
                          bool color) {
  if (!args.empty() && args[0] != "all") return "`trace`, or `trace all`\n";
  std::vector<report::TraceRow> rows = report::trace_rows(trace);
  auto current = std::find_if(rows.begin(), rows.end(), [&](const report::TraceRow& row) {
    return moment > 0 && row.last >= moment - 1;
  });
  std::size_t middle = moment == 0 ? 0 : static_cast<std::size_t>(current - rows.begin());
  if (moment > 0 && current != rows.end()) current->is_marked = true;
  if (args.empty()) {
    std::size_t end = std::min(rows.size(), middle + kTraceAround + 1);
    std::size_t begin = middle > kTraceAround ? middle - kTraceAround : 0;
    rows = {rows.begin() + static_cast<std::ptrdiff_t>(begin),
            rows.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  if (rows.empty()) return "the execution has no steps\n";
  return report::trace_table(rows, sources, {.color = color, .shorten = false});
}

}  // namespace driver
