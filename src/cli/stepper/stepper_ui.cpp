#include "cli/stepper/stepper_ui.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "result/report/layout.h"

namespace stepper {

StepperSession::StepperSession(const interp::Model& model, interp::Timeline& timeline,
                               const verdict::Result& result, const base::Sources& sources,
                               bool color)
    : Session(sources, color),
      model_(model),
      timeline_(timeline),
      result_(result),
      trace_(result.counterexample->trace) {
  bool by_line = model.program().display.by_line;
  if (by_line) {
    rows_ = report::trace_rows(trace_, {.loop = result.counterexample->loop});
    for (const report::TraceRow& row : rows_) stops_.push_back(row.last + 1);
  }
  for (std::size_t i = stops_.empty() ? 1 : trace_.size(); i <= trace_.size(); ++i) {
    if (stops_.empty() || stops_.back() < i) stops_.push_back(i);
  }
  auto call = [this](auto method) {
    return [this, method](const Arguments& args) { return (this->*method)(args); };
  };
  using S = StepperSession;
  if (by_line) {
    add({{"next", "n", "[N]", "execute one line, or N lines", call(&S::next)},
         {"back", "b", "[N]", "undo one line, or N lines", call(&S::back)},
         {"step", "", "[N]", "execute one step of a line, or N steps", call(&S::step)}});
  } else {
    add({{"next", "n", "[N]", "execute one step, or N steps", call(&S::next)},
         {"back", "b", "[N]", "undo one step, or N steps", call(&S::back)}});
  }
  add({{"goto", "g", "N", "go to the moment after step N", call(&S::go_to)},
       {"first", "", "", "go to the start", call(&S::first)},
       {"last", "", "", "go to the end", call(&S::last)},
       {"until", "u", "[FILE:]LINE", "go on until a step in this line", call(&S::until)}});
  add_looking("statics", "s");
  add({{"inputs", "i", "", "the inputs of the execution", call(&S::inputs)},
       {"why", "w", "", "what is wrong with the execution", call(&S::why)}});
  add_ending();
}

StateView StepperSession::view() { return {model_, timeline_.at(moment_), sources_}; }

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
  forget_choice();
  return show_moment();
}

std::string StepperSession::show_moment() {
  std::string out = "at the start\n";
  if (moment_ > 0) out = step_text(trace_[moment_ - 1], moment_, sources_);
  if (const report::TraceRow* row = row_here()) out = row_text(*row, sources_);
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

const report::TraceRow* StepperSession::row_here() const {
  auto found = std::find_if(rows_.begin(), rows_.end(),
                            [&](const report::TraceRow& row) { return row.last + 1 == moment_; });
  return found == rows_.end() ? nullptr : &*found;
}

std::string StepperSession::next(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (moment_ == trace_.size()) return "this is the end; `back` and `first` go back\n";
  if (*count == 0) return show_moment();
  auto later = std::upper_bound(stops_.begin(), stops_.end(), moment_);
  auto left = static_cast<std::size_t>(stops_.end() - later);
  return move_to(*(later + static_cast<std::ptrdiff_t>(std::min(*count, left) - 1)));
}

std::string StepperSession::step(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (moment_ == trace_.size()) return "this is the end; `back` and `first` go back\n";
  return move_to(moment_ + std::min(*count, trace_.size() - moment_));
}

std::string StepperSession::back(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (moment_ == 0) return "this is the start; `next` goes on\n";
  if (*count == 0) return show_moment();
  auto here = std::lower_bound(stops_.begin(), stops_.end(), moment_);
  auto before = static_cast<std::size_t>(here - stops_.begin());
  return move_to(*count > before ? 0 : stops_[before - *count]);
}

std::string StepperSession::go_to(const Arguments& args) {
  auto moment = args.empty() ? std::nullopt : base::parse_number<std::size_t>(args[0]);
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
  auto line = base::parse_number<std::size_t>(has_file ? place.substr(colon + 1) : place);
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

std::string StepperSession::inputs(const Arguments&) {
  std::string text = report::inputs_listing(*result_.counterexample);
  return text.empty() ? "the execution has no inputs\n" : text;
}

std::string StepperSession::why(const Arguments&) {
  if (!result_.violation) return "nothing is wrong with this execution\n";
  return violation_lines(*result_.violation, sources_, color_);
}

}  // namespace stepper
