// A recorded execution, to be looked at in any of its moments, forward and back.
//
// States are plain values, so going back is going forward again from a state that
// was kept. Only some are kept, at equal distances: when there are too many, every
// second one is dropped, so that memory stays bounded for executions of any length
// and a jump costs at most one such distance.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "base/run/decision.h"
#include "engine/interp/system.h"

namespace interp {

class Timeline {
 public:
  // The decisions must fit the program for so many steps, as after a replay
  // (execute.h). The model must outlive the timeline.
  Timeline(const Model& model, std::optional<GivenInputs> inputs, run::Decisions decisions,
           std::size_t steps);

  std::size_t size() const { return size_; }
  // The state after so many steps, at most `size()`. The reference is valid until
  // the next call.
  const State& at(std::size_t moment);

 private:
  struct Kept {
    State state;
    std::size_t decided = 0;  // how many decisions led there
  };

  void advance();
  void keep();

  System system_;
  run::Decisions decisions_;
  std::size_t size_;
  std::map<std::size_t, Kept> kept_;  // by moment; the first moment is always there
  std::size_t distance_ = 1;          // between kept moments
  Kept now_;
  std::size_t moment_ = 0;  // of now_
};

}  // namespace interp
