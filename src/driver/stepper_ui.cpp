#include "driver/stepper_ui.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "diag/diagnostic.h"
#include "report/layout.h"

namespace driver {

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
  std::string out = "at the start\n";
  if (moment_ > 0) out = step_text(trace_[moment_ - 1], moment_, sources_);
  std::optional<std::size_t> loop = result_.counterexample->loop;
  if (loop && moment_ == *loop && moment_ < trace_.size()) {
    out += "the steps from here on repeat for ever\n";
  }
  if (moment_ < trace_.size()) return out;
  if (loop) {
    out += *loop == trace_.size()
               ? std::string("the execution stays here for ever\n")
               : fmt::format("from here the execution goes on with step {}, for ever\n", *loop + 1);
  }
  if (result_.violation) return out + violation_lines(*result_.violation, sources_, color_);
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
  return source_listing(sources_, current, args);
}

// The step done last is marked.
std::string StepperSession::trace(const Arguments& args) {
  return trace_listing(trace_, moment_, args, sources_, color_);
}

std::string StepperSession::inputs(const Arguments&) {
  std::string text = report::inputs_listing(*result_.counterexample);
  return text.empty() ? "the execution has no inputs\n" : text;
}

std::string StepperSession::why(const Arguments&) {
  if (!result_.violation) return "nothing is wrong with this execution\n";
  return violation_lines(*result_.violation, sources_, color_);
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

}  // namespace driver
