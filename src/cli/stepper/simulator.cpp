#include "cli/stepper/simulator.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/interp/enabled.h"
#include "engine/interp/trace.h"
#include "result/report/layout.h"
#include "result/report/trace_table.h"

namespace stepper {

namespace {

constexpr std::size_t kMostMoves = 1000;  // kept from one state
constexpr std::size_t kShownMoves = 12;   // shown after a step

}  // namespace

SimulatorSession::SimulatorSession(const interp::Model& model,
                                   std::optional<interp::GivenInputs> inputs,
                                   const RecordedExecution& recorded, std::uint64_t seed,
                                   const base::Sources& sources, bool color, Save save)
    : Session(sources, color),
      system_(model, std::move(inputs)),
      save_(std::move(save)),
      random_(seed) {
  if (recorded.decisions.empty() && recorded.steps == 0) {
    interp::RandomChooser chance(seed);
    interp::RecordingChooser recorder(chance);
    interp::State initial = system_.initial(recorder);
    past_.push_back({std::move(initial), recorder.decisions()});
  } else {
    repeat(recorded);
  }
  find_moves();
  auto call = [this](auto method) {
    return [this, method](const Arguments& args) { return (this->*method)(args); };
  };
  using S = SimulatorSession;
  add({{"moves", "m", "", "the steps that are possible now", call(&S::moves)},
       {"take", "", "N", "take step N of the list; N alone does the same", call(&S::take)},
       {"random", "x", "[N]", "take one random step, or N steps", call(&S::random)},
       {"back", "b", "[N]", "undo one step, or N steps", call(&S::back)},
       {"first", "", "", "undo all steps", call(&S::first)}});
  add_looking("globals", "g");
  add({{"save", "", "FILE", "write the execution so far, for `run --schedule`", call(&S::save)}});
  add_ending();
}

std::string SimulatorSession::greeting() {
  std::string out = "choose a step by its number; `help` lists the commands\n";
  if (!trace_.empty()) {
    out += fmt::format("{} of the schedule taken; `back` undoes them\n",
                       report::counted(trace_.size(), "step"));
  }
  return out + show_moment();
}

std::string SimulatorSession::prompt() const { return fmt::format("({}) ", trace_.size()); }

std::string SimulatorSession::execute(std::string_view line) {
  if (!base::parse_number<std::size_t>(line)) return Session::execute(line);
  forget_line();  // the same number means another step afterwards
  return take({std::string(line)});
}

// ---------------------------------------------------------------- moving

// Takes the steps of an execution, up to where it is not over.
void SimulatorSession::repeat(const RecordedExecution& recorded) {
  interp::ReplayChooser replay(recorded.decisions);
  {
    interp::RecordingChooser recorder(replay);
    interp::State initial = system_.initial(recorder);
    past_.push_back({std::move(initial), recorder.decisions()});
  }
  while (!replay.problem() && (!replay.is_finished() || trace_.size() < recorded.steps)) {
    std::vector<interp::ThreadId> enabled = system_.enabled(now());
    if (enabled.empty()) {
      problem_ = "the execution ends before the decisions do";
      return;
    }
    interp::RecordingChooser recorder(replay);
    interp::ThreadId thread = enabled[recorder.choose(run::DecisionKind::Schedule, enabled.size())];
    interp::State after = now();
    interp::Effects effects = system_.step(after, thread, recorder);
    trace_.push_back(interp::describe_step(system_.model(), now(), after, thread, effects));
    past_.push_back({std::move(after), recorder.decisions()});
  }
  problem_ = replay.problem();
}

// Every thread, every transition, every choice: each is a move of its own.
void SimulatorSession::find_moves() {
  moves_.clear();
  has_more_moves_ = false;
  std::vector<interp::ThreadId> enabled = system_.enabled(now());
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    interp::EnumeratingChooser chooser;
    do {
      if (moves_.size() == kMostMoves) {
        has_more_moves_ = true;
        return;
      }
      Move move{.step = {}, .decisions = {}, .after = now()};
      if (enabled.size() > 1) {
        move.decisions.push_back({run::DecisionKind::Schedule, static_cast<std::uint32_t>(i),
                                  static_cast<std::uint32_t>(enabled.size())});
      }
      interp::Effects effects = system_.step(move.after, enabled[i], chooser);
      move.decisions.insert(move.decisions.end(), chooser.decisions().begin(),
                            chooser.decisions().end());
      move.step = interp::describe_step(system_.model(), now(), move.after, enabled[i], effects);
      moves_.push_back(std::move(move));
    } while (chooser.advance());
  }
}

void SimulatorSession::make(std::size_t index) {
  Move move = std::move(moves_[index]);
  trace_.push_back(std::move(move.step));
  past_.push_back({std::move(move.after), std::move(move.decisions)});
  forget_choice();
  find_moves();
}

void SimulatorSession::undo(std::size_t count) {
  past_.resize(past_.size() - count);
  trace_.resize(trace_.size() - count);
  forget_choice();
  find_moves();
}

std::string SimulatorSession::show_moves(std::size_t most) const {
  std::string out;
  for (std::size_t i = 0; i < std::min(most, moves_.size()); ++i) {
    const verdict::TraceStep& step = moves_[i].step;
    std::string line = step.span.is_valid() ? fmt::format("line {}", sources_.begin(step.span).line)
                                            : std::string("nowhere in the source");
    out += fmt::format("{:>4}  {}, {}, {}  {}\n", i + 1,
                       report::thread_text(step.thread, step.thread_name), step.proc, line,
                       report::cut(report::folded(sources_.text(step.span)), 60));
    std::string effects = report::effects_of(step);
    if (!effects.empty()) out += fmt::format("        {}\n", effects);
  }
  if (has_more_moves_ && most >= moves_.size()) {
    out += fmt::format("      … more than {}; `random` takes any of those shown\n", kMostMoves);
  } else if (moves_.size() > most) {
    out += fmt::format("      … {} more; `moves` lists all\n", moves_.size() - most);
  }
  return out;
}

std::string SimulatorSession::show_moment() const {
  std::string out = "at the start\n";
  if (!trace_.empty()) out = step_text(trace_.back(), trace_.size(), sources_);
  if (!moves_.empty()) return out + show_moves(kShownMoves);
  if (auto violation = interp::violation(system_.model(), now())) {
    return out + violation_lines(*violation, sources_, color_);
  }
  std::string reason = now().reason.empty() ? "" : ": " + now().reason;
  return out + fmt::format("the execution ends here{}\n", reason);
}

std::string SimulatorSession::moves(const Arguments&) {
  if (moves_.empty()) return "no step is possible; `back` goes back\n";
  return show_moves(kMostMoves);
}

std::string SimulatorSession::take(const Arguments& args) {
  auto number = args.empty() ? std::nullopt : base::parse_number<std::size_t>(args[0]);
  if (!number) return kNumberNeeded;
  if (moves_.empty()) return "no step is possible; `back` goes back\n";
  if (*number == 0 || *number > moves_.size()) {
    return fmt::format("there {} {} to choose from\n", moves_.size() == 1 ? "is" : "are",
                       report::counted(moves_.size(), "step"));
  }
  make(*number - 1);
  return show_moment();
}

std::string SimulatorSession::random(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (moves_.empty()) return "no step is possible; `back` goes back\n";
  for (std::size_t i = 0; i < *count && !moves_.empty(); ++i) make(random_.below(moves_.size()));
  return show_moment();
}

std::string SimulatorSession::back(const Arguments& args) {
  auto count = count_argument(args);
  if (!count) return kNumberNeeded;
  if (trace_.empty()) return "this is the start\n";
  undo(std::min(*count, trace_.size()));
  return show_moment();
}

std::string SimulatorSession::first(const Arguments&) {
  undo(trace_.size());
  return show_moment();
}

// ---------------------------------------------------------------- saving

verdict::Result SimulatorSession::result() const {
  verdict::Result result;
  verdict::Counterexample execution;
  for (const Moment& moment : past_) {
    execution.decisions.insert(execution.decisions.end(), moment.decisions.begin(),
                               moment.decisions.end());
  }
  execution.trace = trace_;
  const interp::Thread& main = past_.front().state.threads.front();
  if (!main.has_ended()) {
    const interp::Model& model = system_.model();
    std::size_t count = model.proc(model.program().entry).params.size();
    const auto& locals = main.frames.front().locals;
    std::vector<interp::Value> args(locals.begin(),
                                    locals.begin() + static_cast<std::ptrdiff_t>(count));
    interp::describe_inputs(model, past_.front().state, args, execution);
  }
  result.counterexample = std::move(execution);
  result.reason = now().reason;
  result.violation = interp::violation(system_.model(), now());
  if (result.violation) {
    result.verdict = verdict::verdict_of(result.violation->kind);
  } else if (moves_.empty() && now().outcome != interp::Outcome::Exhausted) {
    result.verdict = verdict::VerdictKind::Valid;
  } else if (!moves_.empty()) {
    result.reason = "the execution is not over";
  }
  return result;
}

std::string SimulatorSession::save(const Arguments& args) {
  if (args.empty()) return "a file name is needed\n";
  std::string problem = save_(result(), args[0]);
  return problem.empty() ? fmt::format("written to {}\n", args[0]) : problem + "\n";
}

}  // namespace stepper
