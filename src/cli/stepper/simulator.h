// `run --interactive`: the user chooses among the steps that are possible, and undoes
// them. Commands in, text out; nothing here knows a terminal.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run/random.h"
#include "base/source.h"
#include "cli/stepper/session.h"
#include "cli/stepper/state_view.h"
#include "engine/interp/inputs.h"
#include "engine/interp/system.h"
#include "result/verdict/verdict.h"

namespace stepper {

// An execution that a session goes on from.
struct RecordedExecution {
  run::Decisions decisions;
  std::size_t steps = 0;  // at least; the last ones may have decided nothing
};

class SimulatorSession : public Session {
 public:
  // Inputs that neither are given nor stand in the recorded execution are drawn from the seed,
  // and so are random steps. The model and the sources must outlive the session. `save` writes an
  // execution to a file, and tells what went wrong, or nothing.
  using Save = std::function<std::string(const verdict::Result& result, const std::string& path)>;
  SimulatorSession(const interp::Model& model, std::optional<interp::GivenInputs> inputs,
                   const RecordedExecution& recorded, std::uint64_t seed,
                   const base::Sources& sources, bool color, Save save);

  // Why the recorded execution is not one of this program.
  const std::optional<std::string>& problem() const { return problem_; }

  std::string greeting() override;
  std::string prompt() const override;
  std::string execute(std::string_view line) override;

  // The execution so far: an unknown verdict, for it is not over, or how it ended.
  verdict::Result result() const;

 private:
  // One way to go on: a thread, its transition, and all choices in it.
  struct Move {
    verdict::TraceStep step;
    run::Decisions decisions;
    interp::State after;
  };
  struct Moment {
    interp::State state;
    run::Decisions decisions;  // that led here from the moment before
  };

  std::string moves(const Arguments& args);
  std::string take(const Arguments& args);
  std::string random(const Arguments& args);
  std::string back(const Arguments& args);
  std::string first(const Arguments& args);
  std::string save(const Arguments& args);

  const interp::State& now() const { return past_.back().state; }
  const std::vector<verdict::TraceStep>& steps() const override { return trace_; }
  std::size_t moment() const override { return trace_.size(); }
  StateView view() override { return {system_.model(), now(), sources_}; }
  void repeat(const RecordedExecution& recorded);
  void find_moves();
  void make(std::size_t move);
  void undo(std::size_t count);
  std::string show_moment() const;
  std::string show_moves(std::size_t most) const;

  interp::System system_;
  Save save_;
  run::Random random_;
  std::vector<Moment> past_;               // the first one is the start
  std::vector<verdict::TraceStep> trace_;  // one fewer
  std::vector<Move> moves_;                // from now on
  bool has_more_moves_ = false;            // than are kept
  std::optional<std::string> problem_;
};

}  // namespace stepper
