// What interactive sessions share: a loop over commands, and text about steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "cli/stepper/state_view.h"
#include "result/report/trace_table.h"
#include "result/verdict/verdict.h"

namespace stepper {

// Commands in, text out. A session is always at a moment of an execution; the values shown
// are those after the last step.
class Session {
 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  // What to show before the first command, and before each one.
  virtual std::string greeting() = 0;
  virtual std::string prompt() const = 0;
  // Executes one line and returns what to show. An empty line repeats the last command.
  virtual std::string execute(std::string_view line);
  bool is_over() const { return is_over_; }

 protected:
  using Arguments = std::vector<std::string>;
  struct Command {
    std::string_view name;
    std::string_view letter;     // short for it; may be empty
    std::string_view arguments;  // for the help
    std::string_view help;
    std::function<std::string(const Arguments&)> run;
  };

  Session(const base::Sources& sources, bool color) : sources_(sources), color_(color) {}

  // The steps so far, and perhaps those to come; `moment` is how many of them are done.
  virtual const std::vector<verdict::TraceStep>& steps() const = 0;
  virtual std::size_t moment() const = 0;
  virtual StateView view() = 0;

  void add(std::vector<Command> commands);
  // Those that look at the state, which every session has; the variables that all threads
  // share have a name of the session's choice.
  void add_looking(std::string_view globals, std::string_view letter);
  void add_ending();  // `help` and `quit`

  // Whose variables are shown: the thread that was chosen or that made the last step.
  interp::ThreadId thread() const;
  void forget_choice() { chosen_ = 0; }
  void forget_line() { last_line_.clear(); }

  const base::Sources& sources_;
  bool color_;

 private:
  std::string threads(const Arguments& args);
  std::string print(const Arguments& args);
  std::string list(const Arguments& args);
  std::string trace(const Arguments& args);
  std::string help() const;

  std::vector<Command> commands_;
  std::uint32_t chosen_ = 0;  // thread chosen by the user, from 1; 0: none
  std::string last_line_;     // what an empty line repeats
  bool is_over_ = false;
};

// Reads commands until `quit` or the end of the input. With `echo` the commands are
// shown, too, so that the output of a session from a file can be read.
void run_session(Session& session, std::istream& in, std::ostream& out, bool echo);

// The first argument as a count; 1 if there is none.
std::optional<std::size_t> count_argument(const std::vector<std::string>& args);
inline constexpr const char* kNumberNeeded = "a number is needed\n";

// `step 3, thread 1, Main.main, line 11`, the statement and its effects.
std::string step_text(const verdict::TraceStep& step, std::size_t number,
                      const base::Sources& sources);

// The same of a row of a table: all steps of a line.
std::string row_text(const report::TraceRow& row, const base::Sources& sources);

// What is wrong, as the end of a session shows it.
std::string violation_lines(const verdict::Violation& violation, const base::Sources& sources,
                            bool color);

}  // namespace stepper
