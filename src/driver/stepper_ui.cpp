#include "driver/stepper_ui.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "diag/diagnostic.h"
#include "report/layout.h"
#include "report/report.h"
#include "report/trace_table.h"

namespace driver {

namespace {

constexpr std::size_t kSourceAround = 5;  // lines that `list` shows on each side
constexpr std::size_t kTraceAround = 8;   // rows that `trace` shows on each side

std::optional<std::size_t> parse_number(std::string_view text) {
  std::size_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

// The first argument as a count; 1 if there is none.
std::optional<std::size_t> count_argument(const std::vector<std::string>& args) {
  return args.empty() ? std::optional<std::size_t>(1) : parse_number(args[0]);
}

const char* const kNumberNeeded = "a number is needed\n";

}  // namespace

StepperSession::StepperSession(const interp::Model& model, interp::Timeline& timeline,
                               const verdict::Result& result, const base::Sources& sources,
                               bool color)
    : model_(model),
      timeline_(timeline),
      result_(result),
      trace_(result.counterexample->trace),
      sources_(sources),
      color_(color) {}

const std::vector<StepperSession::Command>& StepperSession::commands() {
  using S = StepperSession;
  static const std::vector<Command> kCommands{
      {"next", "n", "[N]", "execute one step, or N steps", &S::next},
      {"back", "b", "[N]", "undo one step, or N steps", &S::back},
      {"goto", "g", "N", "go to the moment after step N", &S::go_to},
      {"first", "", "", "go to the start", &S::first},
      {"last", "", "", "go to the end", &S::last},
      {"until", "u", "[FILE:]LINE", "go on until a step in this line", &S::until},
      {"thread", "t", "[N]", "list the threads, or choose one and show its calls", &S::threads},
      {"locals", "v", "", "variables of the thread", &S::locals},
      {"print", "p", "NAME", "a value: n, list.next, a[i], Class.field, Node#2", &S::print},
      {"statics", "s", "", "static fields", &S::globals},
      {"heap", "o", "", "objects that variables refer to, directly or not", &S::heap},
      {"locks", "k", "", "locks that are held or waited for", &S::locks},
      {"list", "l", "[LINE]", "source around the current step, or around a line", &S::list},
      {"trace", "r", "[all]", "steps around the current one, or all steps", &S::trace},
      {"inputs", "i", "", "the inputs of the execution", &S::inputs},
      {"why", "w", "", "what is wrong with the execution", &S::why},
      {"help", "h", "", "this list", &S::help},
      {"quit", "q", "", "end", &S::quit}};
  return kCommands;
}

const StepperSession::Command* StepperSession::find(std::string_view word) const {
  for (const Command& command : commands()) {
    if (command.name == word || (!command.letter.empty() && command.letter == word)) {
      return &command;
    }
  }
  return nullptr;
}

std::string StepperSession::execute(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string name;
  if (!(words >> name)) {
    if (last_line_.empty()) return {};
    return execute(std::string(last_line_));
  }
  Arguments args;
  for (std::string word; words >> word;) args.push_back(std::move(word));
  const Command* command = find(name);
  if (!command) {
    std::vector<std::string_view> names;
    for (const Command& c : commands()) names.push_back(c.name);
    auto near = diag::nearest(name, names);
    std::string guess = near ? fmt::format("did you mean `{}`? ", *near) : "";
    return fmt::format("there is no command `{}`; {}`help` lists all\n", name, guess);
  }
  last_line_ = line;
  std::size_t allowed = command->arguments.empty() ? 0 : 1;
  if (args.size() > allowed) return fmt::format("`{}` has too many arguments\n", line);
  return (this->*command->run)(args);
}

StateView StepperSession::view() { return {model_, timeline_.at(moment_), sources_}; }

interp::ThreadId StepperSession::thread() const {
  if (chosen_ > 0) return interp::ThreadId(chosen_ - 1);
  return interp::ThreadId(moment_ == 0 ? 0 : trace_[moment_ - 1].thread - 1);
}

// ---------------------------------------------------------------- moving

std::string StepperSession::greeting() {
  std::string out = fmt::format("an execution of {}; `help` lists the commands\n",
                                report::counted(trace_.size(), "step"));
  return out + report::inputs_listing(*result_.counterexample);
}

std::string StepperSession::prompt() const {
  return fmt::format("({}/{}) ", moment_, trace_.size());
}

std::string StepperSession::move_to(std::size_t moment) {
  moment_ = moment;
  chosen_ = 0;
  return show_moment();
}

std::string StepperSession::show_moment() {
  std::string out;
  if (moment_ == 0) {
    out = "at the start\n";
  } else {
    const verdict::TraceStep& step = trace_[moment_ - 1];
    std::string where = "nowhere in the source";
    if (step.span.is_valid()) {
      where = fmt::format("line {}", sources_.begin(step.span).line);
      if (sources_.size() > 1) {
        where = fmt::format("{}, {}", sources_.file(step.span.file).name(), where);
      }
    }
    out = fmt::format("step {}, thread {}, {}, {}\n", moment_, step.thread, step.proc, where);
    out += fmt::format("    {}\n", report::cut(report::folded(sources_.text(step.span)), 100));
    std::string effects = report::effects_of(step);
    if (!effects.empty()) out += fmt::format("      {}\n", effects);
  }
  if (moment_ < trace_.size()) return out;
  if (result_.violation) {
    std::string text = report::violation_text(*result_.violation, sources_, color_);
    if (text.ends_with("\n\n")) text.pop_back();
    return out + text;
  }
  std::string reason = result_.reason.empty() ? "" : ": " + result_.reason;
  return out + fmt::format("the execution ends here{}\n", reason);
}

std::string StepperSession::next(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (moment_ == trace_.size()) return "this is the end; `back` and `first` go back\n";
  return move_to(moment_ + std::min(*count, trace_.size() - moment_));
}

std::string StepperSession::back(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (moment_ == 0) return "this is the start; `next` goes on\n";
  return move_to(moment_ - std::min(*count, moment_));
}

std::string StepperSession::go_to(const Arguments& args) {
  auto moment = args.empty() ? std::nullopt : parse_number(args[0]);
  if (!moment) return kNumberNeeded;
  if (*moment > trace_.size()) {
    return fmt::format("the execution has {}\n", report::counted(trace_.size(), "step"));
  }
  return move_to(*moment);
}

std::string StepperSession::first(const Arguments&) { return move_to(0); }
std::string StepperSession::last(const Arguments&) { return move_to(trace_.size()); }

std::string StepperSession::until(const Arguments& args) {
  std::string place = args.empty() ? "" : args[0];
  std::size_t colon = place.rfind(':');
  bool has_file = colon != std::string::npos;
  std::string file = has_file ? place.substr(0, colon) : "";
  auto line = parse_number(has_file ? place.substr(colon + 1) : place);
  if (!line) return "a line is needed\n";
  for (std::size_t i = moment_; i < trace_.size(); ++i) {
    base::Span span = trace_[i].span;
    bool there = span.is_valid() && sources_.begin(span).line == *line &&
                 (!has_file || sources_.file(span.file).name().ends_with(file));
    if (there) return move_to(i + 1);
  }
  return fmt::format("no step from here on is in line {}\n", place);
}

// ---------------------------------------------------------------- looking

std::string StepperSession::threads(const Arguments& args) {
  if (args.empty()) return view().threads();
  auto number = parse_number(args[0]);
  std::size_t count = view().state.threads.size();
  if (!number || *number == 0 || *number > count) {
    return fmt::format("there {} {} yet\n", count == 1 ? "is" : "are",
                       report::counted(count, "thread"));
  }
  chosen_ = static_cast<std::uint32_t>(*number);
  return view().stack(thread());
}

std::string StepperSession::locals(const Arguments&) { return view().locals(thread()); }

std::string StepperSession::print(const Arguments& args) {
  if (args.empty()) return "a name is needed\n";
  return view().value(thread(), args[0]);
}

std::string StepperSession::globals(const Arguments&) { return view().globals(); }
std::string StepperSession::heap(const Arguments&) { return view().heap(); }
std::string StepperSession::locks(const Arguments&) { return view().locks(); }

std::string StepperSession::list(const Arguments& args) {
  base::Span current =
      moment_ == 0 ? view().next_statement(interp::ThreadId(0)) : trace_[moment_ - 1].span;
  if (!current.is_valid()) return "the current step is nowhere in the source\n";
  const base::SourceFile& file = sources_.file(current.file);
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

// The step done last is marked.
std::string StepperSession::trace(const Arguments& args) {
  if (!args.empty() && args[0] != "all") return "`trace`, or `trace all`\n";
  std::vector<report::TraceRow> rows = report::trace_rows(trace_);
  auto current = std::find_if(rows.begin(), rows.end(), [&](const report::TraceRow& row) {
    return moment_ > 0 && row.last >= moment_ - 1;
  });
  std::size_t middle = moment_ == 0 ? 0 : static_cast<std::size_t>(current - rows.begin());
  if (moment_ > 0 && current != rows.end()) current->is_marked = true;
  if (args.empty()) {
    std::size_t end = std::min(rows.size(), middle + kTraceAround + 1);
    std::size_t begin = middle > kTraceAround ? middle - kTraceAround : 0;
    rows = {rows.begin() + static_cast<std::ptrdiff_t>(begin),
            rows.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  if (rows.empty()) return "the execution has no steps\n";
  return report::trace_table(rows, sources_, {.color = color_, .shorten = false});
}

std::string StepperSession::inputs(const Arguments&) {
  std::string text = report::inputs_listing(*result_.counterexample);
  return text.empty() ? "the execution has no inputs\n" : text;
}

std::string StepperSession::why(const Arguments&) {
  if (!result_.violation) return "nothing is wrong with this execution\n";
  std::string text = report::violation_text(*result_.violation, sources_, color_);
  if (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string StepperSession::help(const Arguments&) {
  std::string out;
  for (const Command& command : commands()) {
    std::string usage(command.name);
    if (!command.letter.empty()) usage += fmt::format(", {}", command.letter);
    if (!command.arguments.empty()) usage += fmt::format(" {}", command.arguments);
    out += fmt::format("{}{}\n", report::padded(usage, 24), command.help);
  }
  return out + "an empty line repeats the last command\n";
}

std::string StepperSession::quit(const Arguments&) {
  is_over_ = true;
  return {};
}

void run_session(StepperSession& session, std::istream& in, std::ostream& out, bool echo) {
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

}  // namespace driver
