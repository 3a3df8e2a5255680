// Stepping through a recorded execution: commands in, text out. Nothing here knows
// a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "cli/stepper/session.h"
#include "cli/stepper/state_view.h"
#include "engine/interp/timeline.h"
#include "result/report/trace_table.h"
#include "result/verdict/verdict.h"

namespace stepper {

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

 private:
  std::string next(const Arguments& args);
  std::string step(const Arguments& args);
  std::string back(const Arguments& args);
  std::string go_to(const Arguments& args);
  std::string first(const Arguments& args);
  std::string last(const Arguments& args);
  std::string until(const Arguments& args);
  std::string inputs(const Arguments& args);
  std::string why(const Arguments& args);

  std::string move_to(std::size_t moment);
  // The row of a table that ends here, if lines are shown as a whole.
  const report::TraceRow* row_here() const;
  std::string show_moment();
  const std::vector<verdict::TraceStep>& steps() const override { return trace_; }
  std::size_t moment() const override { return moment_; }
  StateView view() override;

  const interp::Model& model_;
  interp::Timeline& timeline_;
  const verdict::Result& result_;
  const std::vector<verdict::TraceStep>& trace_;
  std::vector<report::TraceRow> rows_;
  std::vector<std::size_t> stops_;  // where `next` and `back` stop, ascending: behind each row
  std::size_t moment_ = 0;          // steps done
};

}  // namespace stepper
