#include "cli/stepper/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/diag/diagnostic.h"
#include "base/terminal.h"
#include "base/text.h"
#include "result/report/layout.h"
#include "result/report/report.h"
#include "result/report/trace_table.h"

namespace stepper {

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

std::optional<std::size_t> count_argument(const std::vector<std::string>& args) {
  return args.empty() ? std::optional<std::size_t>(1) : base::parse_number<std::size_t>(args[0]);
}

namespace {

std::string moment_text(std::string_view steps, std::string_view who, std::string_view proc,
                        base::Span span, std::string_view effects, const base::Sources& sources) {
  std::string where = "nowhere in the source";
  if (span.is_valid()) {
    where = fmt::format("line {}", sources.begin(span).line);
    if (sources.size() > 1) where = fmt::format("{}, {}", sources.file(span.file).name(), where);
  }
  std::string out = fmt::format("{}, {}, {}, {}\n", steps, who, proc, where);
  out += fmt::format("    {}\n", report::cut(report::folded(sources.text(span)), 100));
  if (!effects.empty()) out += fmt::format("      {}\n", effects);
  return out;
}

}  // namespace

std::string step_text(const verdict::TraceStep& step, std::size_t number,
                      const base::Sources& sources) {
  return moment_text(fmt::format("step {}", number),
                     report::thread_text(step.thread, step.thread_name), step.proc, step.span,
                     report::effects_of(step), sources);
}

std::string row_text(const report::TraceRow& row, const base::Sources& sources) {
  std::string steps = row.first == row.last
                          ? fmt::format("step {}", row.first + 1)
                          : fmt::format("steps {} to {}", row.first + 1, row.last + 1);
  return moment_text(steps, report::thread_text(row.thread, row.who), row.proc, row.span,
                     row.effects, sources);
}

std::string violation_lines(const verdict::Violation& violation, const base::Sources& sources,
                            bool color) {
  std::string text = report::violation_text(violation, sources, color);
  if (text.ends_with("\n\n")) text.pop_back();
  return text;
}

// ---------------------------------------------------------------- commands

void Session::add(std::vector<Command> commands) {
  std::move(commands.begin(), commands.end(), std::back_inserter(commands_));
}

void Session::add_looking(std::string_view globals, std::string_view letter) {
  add({{"thread", "t", "[N]", "list the threads, or choose one and show its calls",
        [this](const Arguments& args) { return threads(args); }},
       {"locals", "v", "", "variables of the thread",
        [this](const Arguments&) { return view().locals(thread()); }},
       {"print", "p", "NAME", "a value: n, list.next, a[i], Class.field, Node#2",
        [this](const Arguments& args) { return print(args); }},
       {globals, letter, "", "static fields and global variables",
        [this](const Arguments&) { return view().globals(); }},
       {"heap", "o", "", "objects that variables refer to, directly or not",
        [this](const Arguments&) { return view().heap(); }},
       {"locks", "k", "", "locks that are held or waited for",
        [this](const Arguments&) { return view().locks(); }},
       {"list", "l", "[LINE]", "source around the last step, or around a line",
        [this](const Arguments& args) { return list(args); }},
       {"trace", "r", "[all]", "steps around the last one, or all steps",
        [this](const Arguments& args) { return trace(args); }}});
}

void Session::add_ending() {
  add({{"help", "h", "", "this list", [this](const Arguments&) { return help(); }},
       {"quit", "q", "", "end", [this](const Arguments&) {
          is_over_ = true;
          return std::string();
        }}});
}

std::string Session::execute(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string name;
  if (!(words >> name)) {
    if (last_line_.empty()) return {};
    return execute(std::string(last_line_));
  }
  Arguments args;
  for (std::string word; words >> word;) args.push_back(std::move(word));
  auto command = std::find_if(commands_.begin(), commands_.end(), [&](const Command& c) {
    return c.name == name || (!c.letter.empty() && c.letter == name);
  });
  if (command == commands_.end()) {
    std::vector<std::string_view> names;
    for (const Command& c : commands_) names.push_back(c.name);
    auto near = diag::nearest(name, names);
    std::string guess = near ? fmt::format("did you mean `{}`? ", *near) : "";
    return fmt::format("there is no command `{}`; {}`help` lists all\n", name, guess);
  }
  last_line_ = line;
  std::size_t allowed = command->arguments.empty() ? 0 : 1;
  if (args.size() > allowed) return fmt::format("`{}` has too many arguments\n", line);
  return command->run(args);
}

std::string Session::help() const {
  std::string out;
  for (const Command& command : commands_) {
    std::string usage(command.name);
    if (!command.letter.empty()) usage += fmt::format(", {}", command.letter);
    if (!command.arguments.empty()) usage += fmt::format(" {}", command.arguments);
    out += fmt::format("{}{}\n", report::padded(usage, 24), command.help);
  }
  return out + "an empty line repeats the last command\n";
}

// ---------------------------------------------------------------- looking

interp::ThreadId Session::thread() const {
  if (chosen_ > 0) return interp::ThreadId(chosen_ - 1);
  return interp::ThreadId(moment() == 0 ? 0 : steps()[moment() - 1].thread - 1);
}

std::string Session::threads(const Arguments& args) {
  if (args.empty()) return view().threads();
  auto number = base::parse_number<std::size_t>(args[0]);
  std::size_t count = view().state.threads.size();
  if (!number || *number == 0 || *number > count) {
    return fmt::format("there {} {} yet\n", count == 1 ? "is" : "are",
                       report::counted(count, "thread"));
  }
  chosen_ = static_cast<std::uint32_t>(*number);
  return view().stack(thread());
}

std::string Session::print(const Arguments& args) {
  if (args.empty()) return "a name is needed\n";
  return view().value(thread(), args[0]);
}

std::string Session::list(const Arguments& args) {
  base::Span current =
      moment() == 0 ? view().next_statement(interp::ThreadId(0)) : steps()[moment() - 1].span;
  if (!current.is_valid()) return "the current step is nowhere in the source\n";
  const base::SourceFile& file = sources_.file(current.file);
  std::size_t marked = file.line_at(current.begin);
  std::optional<std::size_t> middle =
      args.empty() ? marked : base::parse_number<std::size_t>(args[0]);
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

// The step done last is marked.
std::string Session::trace(const Arguments& args) {
  if (!args.empty() && args[0] != "all") return "`trace`, or `trace all`\n";
  std::vector<report::TraceRow> rows = report::trace_rows(steps());
  auto current = std::find_if(rows.begin(), rows.end(), [&](const report::TraceRow& row) {
    return moment() > 0 && row.last >= moment() - 1;
  });
  std::size_t middle = moment() == 0 ? 0 : static_cast<std::size_t>(current - rows.begin());
  if (moment() > 0 && current != rows.end()) current->is_marked = true;
  if (args.empty()) {
    std::size_t end = std::min(rows.size(), middle + kTraceAround + 1);
    std::size_t begin = middle > kTraceAround ? middle - kTraceAround : 0;
    rows = {rows.begin() + static_cast<std::ptrdiff_t>(begin),
            rows.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  if (rows.empty()) return "the execution has no steps\n";
  return report::trace_table(
      rows, sources_, {.color = color_, .shorten = false, .width = base::terminal_width(stdout)});
}

}  // namespace stepper
