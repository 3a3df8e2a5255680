// Stepping through a recorded execution: commands in, text out. Nothing here knows
// a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "driver/session.h"
#include "driver/state_view.h"
#include "interp/timeline.h"
#include "verdict/verdict.h"

namespace driver {

// The session is always at a moment: after some number of steps. "The current step"
// is the one just executed, and the values shown are those after it.
class StepperSession : public Session {
 public:
  // `result` is the replayed execution with its trace, and `timeline` the same one.
  // All must outlive the session.
  StepperSession(const interp::Model& model, interp::Timeline& timeline,
                 const verdict::Result& result, const base::Sources& sources, bool color);

  std::string greeting() override;
  std::string prompt() const override;
  std::string execute(std::string_view line) override;
  bool is_over() const override { return is_over_; }

 private:
  using Arguments = std::vector<std::string>;
  struct Command {
    std::string_view name;
    std::string_view letter;     // short for it; may be empty
    std::string_view arguments;  // for the help
    std::string_view help;
    std::string (StepperSession::*run)(const Arguments&);
  };
  static const std::vector<Command>& commands();

  std::string next(const Arguments& args);
  std::string back(const Arguments& args);
  std::string go_to(const Arguments& args);
  std::string first(const Arguments& args);
  std::string last(const Arguments& args);
  std::string until(const Arguments& args);
  std::string threads(const Arguments& args);
  std::string locals(const Arguments& args);
  std::string print(const Arguments& args);
  std::string globals(const Arguments& args);
  std::string heap(const Arguments& args);
  std::string locks(const Arguments& args);
  std::string list(const Arguments& args);
  std::string trace(const Arguments& args);
  std::string inputs(const Arguments& args);
  std::string why(const Arguments& args);
  std::string help(const Arguments& args);
  std::string quit(const Arguments& args);

  const Command* find(std::string_view word) const;
  std::string move_to(std::size_t moment);
  std::string show_moment();
  StateView view();
  // Whose variables are shown: the thread that was chosen or that made the current step.
  interp::ThreadId thread() const;

  const interp::Model& model_;
  interp::Timeline& timeline_;
  const verdict::Result& result_;
  const std::vector<verdict::TraceStep>& trace_;
  const base::Sources& sources_;
  bool color_;
  std::size_t moment_ = 0;    // steps done
  std::uint32_t chosen_ = 0;  // thread chosen by the user, from 1; 0: none
  std::string last_line_;     // what an empty line repeats
  bool is_over_ = false;
};

}  // namespace driver
