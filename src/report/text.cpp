#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "report/report.h"

namespace report {

namespace {

constexpr std::size_t kStatementWidth = 48;  // a longer statement is cut
constexpr std::size_t kValueWidth = 60;      // a longer value is cut

std::string cut(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count == width) return out + "…";
    std::size_t start = at;
    base::utf8_decode(text, at);
    out += text.substr(start, at - start);
  }
  return out;
}

// The text of a span on one line: blanks and line breaks folded.
std::string folded(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string padded(std::string text, std::size_t width) {
  std::size_t length = base::utf8_length(text);
  if (length < width) text.append(width - length, ' ');
  return text;
}

class Writer {
 public:
  Writer(const verdict::Result& result, const Subject& subject, const base::Sources& sources,
         const TextOptions& options)
      : result_(result), subject_(subject), sources_(sources), options_(options) {}

  std::string write() {
    headline();
    if (result_.violation) violation(*result_.violation);
    if (options_.trace && result_.counterexample) counterexample(*result_.counterexample);
    if (result_.vacuous) {
      line(
          "warning: no execution meets the assumptions (`requires`, `assume`): nothing was "
          "checked");
    }
    summary();
    if (options_.stats) statistics();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  std::string painted(std::string_view text, const char* code) const {
    if (!options_.color) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

  void headline() {
    bool good = result_.verdict == verdict::VerdictKind::Valid;
    bool unknown = result_.verdict == verdict::VerdictKind::Unknown;
    std::string word = painted(verdict::keyword(result_.verdict), good      ? "1;32"
                                                                  : unknown ? "1;33"
                                                                            : "1;31");
    std::string why;
    if (result_.violation) {
      why = ": " + result_.violation->message;
    } else if (!result_.reason.empty()) {
      why = ": " + result_.reason;
    }
    line("{}  {}{}", word, subject_.entry, why);
  }

  void violation(const verdict::Violation& v) {
    place(v.span, "");
    for (const verdict::Note& note : v.notes) place(note.span, note.text);
  }

  // "  file:line:column: text", then the source line.
  void place(base::Span span, std::string_view text) {
    if (!span.is_valid()) {
      if (!text.empty()) line("  {}", text);
      return;
    }
    std::string where = sources_.describe(span);
    std::string source = cut(folded(sources_.text(span)), 100);
    if (text.empty()) {
      line("  {}: {}", where, source);
    } else {
      line("  {}: {}: {}", where, text, source);
    }
  }

  static std::string datum(const verdict::Datum& value,
                           const std::vector<verdict::HeapEntry>& heap) {
    struct Visitor {
      const std::vector<verdict::HeapEntry>& heap;
      std::string operator()(std::monostate) const { return "null"; }
      std::string operator()(bool b) const { return b ? "true" : "false"; }
      std::string operator()(const base::Integer& i) const { return i.to_string(); }
      std::string operator()(double d) const { return fmt::format("{}", d); }
      std::string operator()(const std::string& s) const { return base::quote_string(s); }
      std::string operator()(verdict::HeapRef r) const {
        auto found = std::find_if(heap.begin(), heap.end(),
                                  [&](const auto& e) { return e.ref == r.number; });
        return found == heap.end() ? fmt::format("#{}", r.number) : found->name;
      }
    };
    return std::visit(Visitor{heap}, value);
  }

  void counterexample(const verdict::Counterexample& c) {
    if (!c.inputs.empty()) {
      line("\ninputs");
      for (const auto& [name, value] : c.inputs) line("  {} = {}", name, datum(value, c.heap));
      for (const verdict::HeapEntry& entry : c.heap) line("  {}", object(entry, c.heap));
    }
    if (c.trace.empty()) return;
    line("\nexecution");
    for (std::size_t i = 0; i < c.trace.size(); ++i) {
      bool last = i + 1 == c.trace.size() && result_.violation;
      step(c.trace[i], last);
    }
    line("");
  }

  static std::string object(const verdict::HeapEntry& entry,
                            const std::vector<verdict::HeapEntry>& heap) {
    std::vector<std::string> parts;
    for (const verdict::Datum& d : entry.elements) parts.push_back(datum(d, heap));
    for (const auto& [name, value] : entry.fields) {
      parts.push_back(fmt::format("{} = {}", name, datum(value, heap)));
    }
    const char* open = entry.is_array ? "[" : "{ ";
    const char* close = entry.is_array ? "]" : " }";
    return fmt::format("{} = {}{}{}", entry.name, open, fmt::join(parts, ", "), close);
  }

  void step(const verdict::TraceStep& s, bool marked) {
    std::string where = "?";
    if (s.span.is_valid()) {
      where = fmt::format("{}", sources_.begin(s.span).line);
      if (sources_.size() > 1) where = sources_.file(s.span.file).name() + ":" + where;
    }
    std::string updates;
    for (const auto& [name, value] : s.updates) {
      if (!updates.empty()) updates += ", ";
      updates += name + " = " + cut(value, kValueWidth);
    }
    if (s.output) updates += (updates.empty() ? "" : "; ") + ("prints " + *s.output);
    std::string row =
        fmt::format("{} thread {}  line {:>4}  {}", marked ? ">" : " ", s.thread, where,
                    padded(cut(folded(sources_.text(s.span)), kStatementWidth), kStatementWidth));
    if (!updates.empty()) row += "  " + updates;
    while (row.ends_with(' ')) row.pop_back();
    line("{}", marked ? painted(row, "31") : row);
  }

  void summary() {
    const run::Statistics& s = result_.stats;
    std::string bounds;
    if (result_.verdict == verdict::VerdictKind::Valid) {
      if (result_.complete) bounds = ", complete";
      if (!result_.bounds_hit.empty()) {
        bounds = fmt::format(", within bounds: {}", fmt::join(result_.bounds_hit, ", "));
      }
    }
    line("{} execution{}, {} step{}{}", s.paths, s.paths == 1 ? "" : "s", s.transitions,
         s.transitions == 1 ? "" : "s", bounds);
  }

  void statistics() {
    const run::Statistics& s = result_.stats;
    line("  paths {}, pruned {}, discarded {}", s.paths, s.pruned, s.discarded);
    line("  transitions {}, states {}, max depth {}", s.transitions, s.states, s.max_depth);
    line("  solver queries {}, cache hits {}, evaluated {}, solver seconds {:.3f}",
         s.solver_queries, s.cache_hits, s.evaluated, s.solver_seconds);
    line("  seconds {:.3f}, peak memory {:.1f} MiB", s.seconds,
         static_cast<double>(s.peak_memory_bytes) / (1024.0 * 1024.0));
  }

  const verdict::Result& result_;
  const Subject& subject_;
  const base::Sources& sources_;
  const TextOptions& options_;
  std::string out_;
};

}  // namespace

std::string text(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources, const TextOptions& options) {
  return Writer(result, subject, sources, options).write();
}

}  // namespace report
