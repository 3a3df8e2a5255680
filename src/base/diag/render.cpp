#include "base/diag/render.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/diag/line_view.h"

namespace diag {

namespace {

constexpr std::string_view kReset = "\033[0m";
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kRed = "\033[1;31m";
constexpr std::string_view kYellow = "\033[1;33m";
constexpr std::string_view kBlue = "\033[1;34m";
constexpr std::string_view kCyan = "\033[1;36m";

// A marked part of one line; a mark that goes on to later lines ends with the line.
struct Mark {
  base::FileId file;
  std::uint32_t offset = 0;  // of its first byte in the file
  std::uint32_t line = 0;    // from 1
  std::size_t begin = 0;     // bytes from the start of the line
  std::size_t end = 0;
  bool is_primary = false;
  bool goes_on = false;
  std::string_view text;
};

Mark make_mark(const base::Sources& sources, base::Span span, std::string_view text) {
  const base::SourceFile& file = sources.file(span.file);
  Mark mark;
  mark.file = span.file;
  mark.text = text;
  mark.offset = span.begin;
  mark.line = file.line_at(span.begin);
  std::size_t start = file.line_start(mark.line);
  std::size_t length = file.line(mark.line).size();
  mark.begin = std::min<std::size_t>(span.begin - start, length);
  mark.end = span.end - start;
  // A span that ends with its line's break does not reach the next line.
  mark.goes_on = span.end > span.begin && file.line_at(span.end - 1) != mark.line;
  mark.end = std::clamp<std::size_t>(mark.end, mark.begin, length);
  return mark;
}

class Renderer {
 public:
  Renderer(const base::Sources& sources, const RenderOptions& options)
      : sources_(sources), options_(options) {}

  std::string render(const Diagnostic& diagnostic) {
    const KindInfo& kind = info(diagnostic.kind);
    bool is_error = kind.severity == Severity::Error;
    severity_color_ = is_error ? kRed : kYellow;
    paint(severity_color_, fmt::format("{}[{}]", is_error ? "error" : "warning", kind.code));
    paint(kBold, ": " + diagnostic.message);
    out_ += '\n';
    if (std::vector<Mark> marks = marks_of(diagnostic); !marks.empty()) snippets(std::move(marks));
    for (const std::string& note : diagnostic.notes) remark("note", note);
    for (const std::string& help : diagnostic.helps) remark("help", help);
    return std::move(out_);
  }

  std::string render(const std::vector<Label>& places, std::size_t primary) {
    severity_color_ = kRed;
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i].span.is_valid()) continue;
      marks.push_back(make_mark(sources_, places[i].span, places[i].text));
      marks.back().is_primary = i < primary;
    }
    if (!marks.empty()) snippets(std::move(marks));
    return std::move(out_);
  }

 private:
  void paint(std::string_view color, std::string_view text) {
    if (options_.color) out_ += color;
    out_ += text;
    if (options_.color) out_ += kReset;
  }

  std::vector<Mark> marks_of(const Diagnostic& diagnostic) const {
    std::vector<Mark> marks;
    if (diagnostic.span.is_valid()) {
      marks.push_back(make_mark(sources_, diagnostic.span, {}));
      marks.back().is_primary = true;
    }
    for (const Label& label : diagnostic.labels) {
      if (label.span.is_valid()) marks.push_back(make_mark(sources_, label.span, label.text));
    }
    return marks;
  }

  // The marks of each file in the order of their lines, the file of the first mark
  // first.
  void snippets(std::vector<Mark> marks) {
    const Mark primary = marks.front();
    std::stable_sort(marks.begin(), marks.end(), [&](const Mark& a, const Mark& b) {
      if (a.file != b.file) {
        if (a.file == primary.file || b.file == primary.file) return a.file == primary.file;
        return a.file < b.file;
      }
      return a.line < b.line;
    });
    for (const Mark& mark : marks) {
      gutter_ = std::max(gutter_, std::to_string(mark.line).size());
    }
    for (std::size_t i = 0; i < marks.size();) {
      std::size_t end = i;
      while (end < marks.size() && marks[end].file == marks[i].file) ++end;
      bool own = marks[i].file == primary.file;
      location(own ? "-->" : ":::", place(own ? primary : marks[i]));
      snippet({marks.begin() + static_cast<std::ptrdiff_t>(i),
               marks.begin() + static_cast<std::ptrdiff_t>(end)});
      i = end;
    }
  }

  std::string place(const Mark& mark) const {
    return sources_.describe({mark.file, mark.offset, mark.offset});
  }

  void location(std::string_view arrow, const std::string& where) {
    out_.append(gutter_, ' ');
    paint(kBlue, arrow);
    out_ += ' ' + where + '\n';
  }

  void gutter(std::string_view text) {
    std::string padded(gutter_ - std::min(gutter_, text.size()), ' ');
    paint(kBlue, padded + std::string(text) + " |");
  }

  void snippet(const std::vector<Mark>& marks) {
    gutter("");
    out_ += '\n';
    for (std::size_t i = 0; i < marks.size();) {
      std::size_t end = i;
      while (end < marks.size() && marks[end].line == marks[i].line) ++end;
      if (i > 0 && marks[i].line > marks[i - 1].line + 1 && !marks[i - 1].goes_on) dots();
      marked_line({marks.begin() + static_cast<std::ptrdiff_t>(i),
                   marks.begin() + static_cast<std::ptrdiff_t>(end)});
      i = end;
    }
  }

  void dots() {
    paint(kBlue, "...");
    out_ += '\n';
  }

  void marked_line(const std::vector<Mark>& marks) {
    auto primary =
        std::find_if(marks.begin(), marks.end(), [](const Mark& mark) { return mark.is_primary; });
    const Mark& focus = primary == marks.end() ? marks.front() : *primary;
    std::string_view line = sources_.file(focus.file).line(focus.line);
    LineView view(line, focus.begin, options_.line_width);
    gutter(std::to_string(focus.line));
    if (!view.text().empty()) out_ += ' ' + view.text();
    out_ += '\n';
    bool goes_on = false;
    for (const Mark& mark : marks) {
      underline(view, mark);
      goes_on = goes_on || mark.goes_on;
    }
    if (goes_on) dots();
  }

  void underline(const LineView& view, const Mark& mark) {
    std::size_t from = view.column(mark.begin);
    std::size_t to = std::max(view.column(mark.end), from + 1);
    gutter("");
    out_.append(from + 1, ' ');
    std::string marks(to - from, mark.is_primary ? '^' : '-');
    if (!mark.text.empty()) marks += ' ' + std::string(mark.text);
    paint(mark.is_primary ? severity_color_ : kBlue, marks);
    out_ += '\n';
  }

  // "  = note: text"; further lines of the text are indented under it.
  void remark(std::string_view word, std::string_view text) {
    out_.append(gutter_ + 1, ' ');
    paint(kBlue, "=");
    out_ += ' ';
    paint(kCyan, word);
    out_ += ": ";
    for (char c : text) {
      out_ += c;
      if (c == '\n') out_.append(gutter_ + 5 + word.size(), ' ');
    }
    out_ += '\n';
  }

  const base::Sources& sources_;
  const RenderOptions& options_;
  std::string out_;
  std::string_view severity_color_;
  std::size_t gutter_ = 1;  // width of the line numbers
};

std::string count_of(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// "2 errors, 1 warning": what is zero is left out.
std::string counts(std::size_t errors, std::size_t warnings, std::string_view prefix) {
  std::string text;
  if (errors > 0) text += count_of(errors, std::string(prefix) + "error");
  if (errors > 0 && warnings > 0) text += ", ";
  if (warnings > 0) text += count_of(warnings, std::string(prefix) + "warning");
  return text;
}

}  // namespace

std::string render(const base::Sources& sources, const Diagnostic& diagnostic,
                   const RenderOptions& options) {
  return Renderer(sources, options).render(diagnostic);
}

std::string render_places(const base::Sources& sources, const std::vector<Label>& places,
                          std::size_t primary, const RenderOptions& options) {
  return Renderer(sources, options).render(places, primary);
}

std::string render(const base::Sources& sources, const Sink& sink, const RenderOptions& options) {
  std::string out;
  std::array<std::size_t, 2> shown{};
  for (const Diagnostic& diagnostic : sink.all()) {
    std::size_t& count = shown[static_cast<std::size_t>(info(diagnostic.kind).severity)];
    if (count == options.max_shown) continue;
    ++count;
    out += render(sources, diagnostic, options) + '\n';
  }
  std::size_t hidden_errors = sink.error_count() - shown[0];
  std::size_t hidden_warnings = sink.warning_count() - shown[1];
  if (hidden_errors + hidden_warnings > 0) {
    out += fmt::format("and {}\n\n", counts(hidden_errors, hidden_warnings, "more "));
  }
  if (sink.error_count() + sink.warning_count() > 0) {
    out += counts(sink.error_count(), sink.warning_count(), "") + '\n';
  }
  return out;
}

}  // namespace diag
