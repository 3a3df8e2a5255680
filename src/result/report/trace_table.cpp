#include "result/report/trace_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "result/report/layout.h"
#include "result/report/trace_fold.h"

namespace report {

namespace {

constexpr std::size_t kStatementWidth = 48;  // a longer statement is cut
constexpr std::size_t kMethodWidth = 24;
constexpr std::size_t kThreadWidth = 20;
constexpr std::size_t kNarrow = 100;            // a narrower table has narrower methods
constexpr std::size_t kNarrowMethodWidth = 12;  // in it
constexpr std::size_t kLeastText = 16;          // of a statement and of its effects
constexpr std::size_t kDeepest = 8;             // deeper calls are not indented further

class Table {
 public:
  Table(const std::vector<TraceRow>& rows, const base::Sources& sources,
        const TableOptions& options)
      : sources_(sources), options_(options), lines_(fold_trace(rows, options.shorten)) {
    measure();
  }

  std::string write() {
    head();
    const TraceRow* previous = nullptr;
    for (const TraceLine& line : lines_) {
      if (line.gap) {
        out_ += std::string(2 + step_width_ + 2, ' ') + *line.gap + '\n';
        previous = nullptr;
        continue;
      }
      if (line.row.begins_loop) {
        out_ += painted("  from here on, again and again:", "1", options_.color) + '\n';
        previous = nullptr;
      }
      append(line.row, previous);
      previous = &line.row;
    }
    bool is_short = std::any_of(lines_.begin(), lines_.end(),
                                [](const TraceLine& line) { return line.gap.has_value(); });
    if (is_short) out_ += "  (shortened: --full-trace shows every step)\n";
    return std::move(out_);
  }

 private:
  void measure() {
    several_files_ = has_several_files();
    std::size_t effects_width = 0;
    for (const TraceLine& line : lines_) {
      if (line.gap) continue;
      const TraceRow& row = line.row;
      step_width_ = std::max(step_width_, steps(row).size());
      line_width_ = std::max(line_width_, base::utf8_length(place(row)));
      text_width_ = std::max(text_width_, base::utf8_length(statement(row)));
      method_width_ = std::max(method_width_, base::utf8_length(method(row)));
      thread_width_ = std::max(thread_width_, base::utf8_length(thread(row)));
      several_threads_ = several_threads_ || row.thread != lines_.front().row.thread;
      several_methods_ = several_methods_ || row.proc != lines_.front().row.proc;
      effects_width = std::max(effects_width, base::utf8_length(row.effects));
    }
    if (options_.width > 0) divide(effects_width);
  }

  // Of a Java program many sources are known; those that are shown count.
  bool has_several_files() const {
    std::set<base::FileId> files;
    if (!lines_.empty() && lines_.front().row.is_line) {
      for (const TraceLine& line : lines_) {
        if (line.row.span.is_valid()) files.insert(line.row.span.file);
      }
      return files.size() > 1;
    }
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      // A formula of the command line is a source called `--ltl`, but no file.
      if (!sources_.file(base::FileId(i)).name().starts_with("--")) files.insert(base::FileId(i));
    }
    return files.size() > 1;
  }

  // What the other columns leave of the line goes to statements and effects, three fifths to
  // effects if both are long: a statement can be looked up, a value cannot.
  void divide(std::size_t effects_width) {
    std::size_t taken = 2 + step_width_ + 2 + line_width_ + 2;
    if (several_threads_) taken += thread_width_ + 2;
    if (several_methods_) taken += method_width_ + 2;
    std::size_t left = std::max(options_.width, taken + 2 * kLeastText + 2) - taken;
    if (text_width_ + 2 + effects_width <= left) return;
    std::size_t share = std::min(effects_width, std::max(left * 3 / 5, kLeastText));
    text_width_ = std::min(text_width_, left - 2 - share);
    effects_width_ = left - 2 - text_width_;
  }

  static std::string steps(const TraceRow& row) {
    if (row.first == row.last) return fmt::format("{}", row.first + 1);
    return fmt::format("{}-{}", row.first + 1, row.last + 1);
  }

  // The number of its line; with several files, also the name of the file.
  std::string place(const TraceRow& row) const {
    if (!row.span.is_valid()) return "?";
    std::string line = fmt::format("{}", sources_.begin(row.span).line);
    if (!several_files_) return line;
    std::string_view name = sources_.file(row.span.file).name();
    return fmt::format("{}:{}", row.is_line ? file_name(name) : name, line);
  }

  std::string thread(const TraceRow& row) const { return cut(row.who, kThreadWidth); }

  std::string statement(const TraceRow& row) const {
    std::string indent(2 * std::min<std::size_t>(row.depth, kDeepest), ' ');
    return indent + cut(folded(sources_.text(row.span)), kStatementWidth);
  }

  std::string method(const TraceRow& row) const {
    bool is_narrow = options_.width > 0 && options_.width < kNarrow;
    return is_narrow ? fitted(row.proc, kNarrowMethodWidth) : cut(row.proc, kMethodWidth);
  }

  void head() {
    std::string line = "  " + right_aligned("step", step_width_) + "  ";
    if (several_threads_) line += padded("thread", thread_width_) + "  ";
    if (several_methods_) line += padded("method", method_width_) + "  ";
    line += right_aligned("line", line_width_);
    out_ += painted(line, "2", options_.color) + '\n';
  }

  void append(const TraceRow& row, const TraceRow* previous) {
    bool same_thread = previous && previous->thread == row.thread;
    bool same_method = same_thread && previous->proc == row.proc;
    std::string line = row.is_marked ? "> " : "  ";
    line += right_aligned(steps(row), step_width_) + "  ";
    std::string who;
    if (several_threads_) {
      who += padded(same_thread ? "" : thread(row), thread_width_) + "  ";
    }
    if (several_methods_) who += padded(same_method ? "" : method(row), method_width_) + "  ";
    line += painted(who, thread_color(row.thread), options_.color && several_threads_);
    line += right_aligned(place(row), line_width_) + "  ";
    std::string text = padded(fitted(statement(row), text_width_), text_width_);
    line += painted(text, "1;31", options_.color && row.is_marked);
    line += "  " + fitted(row.effects, effects_width_);
    while (line.ends_with(' ')) line.pop_back();
    out_ += line + '\n';
  }

  static std::string_view thread_color(std::uint32_t thread) {
    static constexpr std::string_view kColors[] = {"36", "33", "35", "32", "34", "96", "93", "95"};
    return kColors[(thread - 1) % std::size(kColors)];
  }

  const base::Sources& sources_;
  const TableOptions& options_;
  std::vector<TraceLine> lines_;
  std::size_t step_width_ = 4;  // "step", "line" and "method" are the narrowest columns
  std::size_t line_width_ = 4;
  std::size_t method_width_ = 6;
  std::size_t thread_width_ = 6;
  std::size_t text_width_ = 0;
  std::size_t effects_width_ = 0;  // 0: they may be as long as they are
  bool several_files_ = false;
  bool several_threads_ = false;
  bool several_methods_ = false;
  std::string out_;
};

}  // namespace

std::string trace_table(const std::vector<TraceRow>& rows, const base::Sources& sources,
                        const TableOptions& options) {
  return rows.empty() ? std::string() : Table(rows, sources, options).write();
}

}  // namespace report
