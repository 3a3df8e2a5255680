// The steps of an execution as rows of a table.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "result/report/layout.h"
#include "result/report/trace_table.h"

namespace report {

namespace {

using verdict::TraceStep;

bool is_silent(const TraceStep& step) {
  return step.updates.empty() && step.reads.empty() && step.notes.empty() && !step.output;
}

bool continues(const TraceStep& a, const TraceStep& b) {
  return a.thread == b.thread && a.span == b.span && a.depth == b.depth && a.proc == b.proc;
}

bool is_same(const TraceRow& a, const TraceRow& b) {
  return a.thread == b.thread && a.span == b.span && a.depth == b.depth && a.proc == b.proc;
}

bool is_of_line(const TraceStep& step) { return step.is_internal || step.method.is_given(); }

TraceRow row_of(const TraceStep& step, std::size_t number) {
  return {.first = number,
          .last = number,
          .thread = step.thread,
          .who = std::to_string(step.thread),
          .proc = step.proc,
          .span = step.span,
          .depth = step.depth};
}

std::vector<TraceRow> rows_of_statements(const std::vector<TraceStep>& trace,
                                         std::optional<std::size_t> loop) {
  std::vector<TraceRow> rows;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const TraceStep& step = trace[i];
    bool merges = i > 0 && i != loop && is_silent(trace[i - 1]) && continues(trace[i - 1], step);
    if (merges) {
      rows.back().last = i;
    } else {
      rows.push_back(row_of(step, i));
      rows.back().begins_loop = i == loop;
    }
    rows.back().effects = effects_of(step);
  }
  return rows;
}

// ---------------------------------------------------------------- lines

bool is_call(const TraceStep& step) {
  return !step.notes.empty() && step.notes.back().starts_with("calls ");
}

// What steps of one line did, in their order.
struct Effects {
  std::vector<std::string> parts;
  std::set<std::string> known;  // reads and assigned variables

  // A line that assigns a variable again is a loop in one line, which goes on in the next row.
  bool fits(const TraceStep& step) const {
    return is_call(step) ||
           std::none_of(step.updates.begin(), step.updates.end(),
                        [&](const auto& update) { return known.contains(update.first + " ="); });
  }

  void add(const TraceStep& step) {
    for (const auto& [name, value] : step.reads) {
      // What the line itself wrote before is no news.
      bool is_own = known.contains(name + " =");
      std::string text = fmt::format("reads {}", assignments({{name, value}}));
      if (!is_own && known.insert(text).second) parts.push_back(std::move(text));
    }
    parts.insert(parts.end(), step.notes.begin(), step.notes.end());
    if (is_call(step)) {
      // What is set are the parameters.
      if (!step.updates.empty()) parts.back() += fmt::format("({})", assignments(step.updates));
      return;
    }
    for (const auto& update : step.updates) {
      known.insert(update.first + " =");
      parts.push_back(assignments({update}));
    }
    if (step.output) parts.push_back("prints " + *step.output);
  }
};

// "B$C.f" of a.B$C
std::string method_text(const TraceStep& step) {
  const std::string& cls = step.method.cls;
  if (cls.empty()) return step.proc;
  return fmt::format("{}.{}", cls.substr(cls.rfind('.') + 1), step.method.name);
}

class LineRows {
 public:
  LineRows(const std::vector<TraceStep>& trace, const RowOptions& options)
      : trace_(trace), options_(options) {
    for (const TraceStep& step : trace) names_[step.thread_name].insert(step.thread);
  }

  std::vector<TraceRow> write() {
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      if (!is_hidden(trace_[i])) add(i);
    }
    drop_silent();
    std::vector<TraceRow> rows;
    for (Line& line : lines_) {
      line.row.effects = fmt::format("{}", fmt::join(line.effects.parts, "; "));
      rows.push_back(std::move(line.row));
    }
    return rows;
  }

 private:
  struct Line {
    TraceRow row;
    Effects effects;
    bool is_constructor = false;
    bool goes_on = false;  // the line has a row already, before the calls that it made
  };

  // What an exception does is told in any case.
  bool is_hidden(const TraceStep& step) const {
    bool throws = std::any_of(step.notes.begin(), step.notes.end(),
                              [](const std::string& note) { return note.starts_with("throws"); });
    return step.is_internal && !options_.internal && !throws;
  }

  void add(std::size_t i) {
    const TraceStep& step = trace_[i];
    bool begins_loop = i == options_.loop;
    Line line{.row = row_of(step, i), .effects = {}};
    line.row.who = thread_text(step);
    line.row.proc = method_text(step);
    line.row.is_line = true;
    line.row.begins_loop = begins_loop;
    bool merges = !lines_.empty() && !begins_loop && is_same(lines_.back().row, line.row) &&
                  lines_.back().effects.fits(step);
    if (!merges) {
      line.is_constructor = step.method.name == "<init>" || step.method.name == "<clinit>";
      line.goes_on = is_back(line.row);
      lines_.push_back(std::move(line));
    }
    lines_.back().row.last = i;
    lines_.back().effects.add(step);
  }

  // Whether the row is the rest of a line whose calls are over.
  bool is_back(const TraceRow& row) const {
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
      const TraceRow& earlier = line->row;
      if (earlier.thread != row.thread || earlier.depth > row.depth) continue;
      return earlier.depth == row.depth && earlier.span == row.span && earlier.proc == row.proc;
    }
    return false;
  }

  // A row that shows no effect still shows the way; but a constructor that sets nothing and the
  // rest of a line that does nothing do not. What lies between them then becomes one row.
  void drop_silent() {
    std::vector<Line> kept;
    for (Line& line : lines_) {
      bool is_noise = line.effects.parts.empty() && !line.row.begins_loop &&
                      (line.is_constructor || line.goes_on);
      if (is_noise) continue;
      bool merges = !kept.empty() && !line.row.begins_loop && is_same(kept.back().row, line.row) &&
                    is_disjoint(kept.back(), line);
      if (!merges) {
        kept.push_back(std::move(line));
        continue;
      }
      Line& before = kept.back();
      // A constructor that has no row did nothing that matters.
      auto& parts = before.effects.parts;
      bool made = !parts.empty() && parts.back().starts_with("calls ") &&
                  parts.back().find(".<init>") != std::string::npos;
      if (made) parts.pop_back();
      before.row.last = line.row.last;
      std::move(line.effects.parts.begin(), line.effects.parts.end(), std::back_inserter(parts));
      before.effects.known.merge(line.effects.known);
    }
    if (!kept.empty()) lines_ = std::move(kept);
  }

  static bool is_disjoint(const Line& a, const Line& b) {
    return std::none_of(b.effects.known.begin(), b.effects.known.end(),
                        [&](const std::string& name) { return a.effects.known.contains(name); });
  }

  // Threads may have the same name.
  std::string thread_text(const TraceStep& step) const {
    bool is_shared = names_.at(step.thread_name).size() > 1;
    return is_shared ? fmt::format("{} ({})", step.thread_name, step.thread) : step.thread_name;
  }

  const std::vector<TraceStep>& trace_;
  const RowOptions& options_;
  std::map<std::string, std::set<std::uint32_t>> names_;  // threads by their names
  std::vector<Line> lines_;
};

}  // namespace

std::string effects_of(const TraceStep& step) {
  std::string text = fmt::format("{}", fmt::join(step.notes, ", "));
  if (!step.updates.empty()) text += (text.empty() ? "" : ": ") + assignments(step.updates);
  if (step.output) text += (text.empty() ? "prints " : "; prints ") + *step.output;
  if (step.reads.empty()) return text;
  return fmt::format("reads {}{}{}", assignments(step.reads), text.empty() ? "" : "; ", text);
}

std::vector<TraceRow> trace_rows(const std::vector<TraceStep>& trace, RowOptions options) {
  if (!std::any_of(trace.begin(), trace.end(), is_of_line)) {
    return rows_of_statements(trace, options.loop);
  }
  std::vector<TraceRow> rows = LineRows(trace, options).write();
  if (!rows.empty()) return rows;
  options.internal = true;  // nothing else is there
  return LineRows(trace, options).write();
}

}  // namespace report
